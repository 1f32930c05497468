import { computeNodes } from '../../../db/hosts/compute-nodes.ts'
import { instances } from '../../../db/servers/instances.ts'
import { claimAnew, claimForPort } from '../../../resources/claim-for-port.ts'
import { releasePort } from '../../../resources/release-ports.ts'
import type { Consequences } from './consequences.ts'

export const attachInterface: Consequences<'attach-interface'> = {
  takenBackBy: ({ portId }) => ({ kind: 'detach-interface', portId }),
  prepare: (ctx, { order: { portId }, record: { server, cell } }, deps) => {
    const treeOf = () => computeNodes(cell, deps.clock).idOf(server)
    return claimForPort(deps, ctx, server, { portId, treeOf })
  },
  giveBack: async (ctx, { order, record }, deps) => {
    await releasePort(deps.network, ctx, { ...order, serverId: record.server.id })
    await claimAnew(deps, ctx, record.server)
  },
  forget: async (trx, { order, record }, { clock }) => {
    const server = await instances(trx, clock).find(record.server.id)
    const networkInfo = server?.networkInfo.filter(({ portId }) => portId !== order.portId)
    if (networkInfo !== undefined) await instances(trx, clock).update(record.server.id, { networkInfo })
  },
}
