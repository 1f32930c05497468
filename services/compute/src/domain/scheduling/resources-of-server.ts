import { pinnedResources } from '../numa/placement-resources.ts'
import { requestedTopology } from '../numa/requested-topology.ts'
import type { BlockDevice } from '../servers/request-spec.ts'
import type { Server } from '../servers/server.ts'
import { bootsFromVolume, type RequestedResources, requestedResources } from './requested-resources.ts'

/** What a built server must hold on its own host, by its flavor, its image and its disks. */
export const resourcesOfServer = (
  server: Pick<Server, 'flavor' | 'imageProperties'>,
  disks: readonly Pick<BlockDevice, 'bootIndex' | 'destinationType'>[],
): RequestedResources =>
  pinnedResources(requestedResources(server.flavor, bootsFromVolume(disks)), requestedTopology(server))
