import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'
import { numaClaims } from '../../db/servers/numa-claims.ts'
import { requestedTopology } from '../../domain/numa/requested-topology.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'

/** The NUMA topology of a server, as its host has claimed it or, without a claim, as requested. */
export const topologyOf =
  ({ databases }: Pick<ComputeApiDeps, 'databases'>) =>
  async ({ server, cellId }: LocatedServer): Promise<GuestTopology | undefined> => {
    const wanted = requestedTopology(server)
    const { id, host } = server
    if (wanted === undefined || host === null || cellId === null) return wanted
    return (await numaClaims(await databases.cell(cellId)).find(host, id)) ?? wanted
  }
