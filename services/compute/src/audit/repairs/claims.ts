import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { pinnedResources } from '../../domain/numa/placement-resources.ts'
import { requestedTopology } from '../../domain/numa/requested-topology.ts'
import { bootsFromVolume, requestedResources } from '../../domain/scheduling/requested-resources.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { liveServer, serverIdOf } from './server-of.ts'

/** Deletes a server's allocations. */
export const releaseAllocation: Repair = ({ placement }, ctx, finding) =>
  placement.release(ctx, serverIdOf(finding))

/** Sets a server's allocation to its flavor's resources on its own host only. */
export const claimOwnHost: Repair = async (deps, ctx, finding) => {
  const { cell, server, disks } = await liveServer(deps, finding)
  const { id, host, node, projectId, userId, flavor } = server
  if (host === null) throw errors.ChangedMeanwhile({ id })
  const provider = (await computeNodes(cell, deps.clock).ofHost(host)).find((one) => one.node === node)
  if (provider === undefined) throw errors.NodeUnknown({ host })
  const resources = pinnedResources(
    requestedResources(flavor, bootsFromVolume(disks)),
    requestedTopology(server),
  )
  const claimed = await deps.placement.claim(
    ctx,
    { id, projectId, userId },
    { [provider.id]: { resources } },
    async () => {},
  )
  if (!claimed) throw errors.NoRoom({ id, host })
}
