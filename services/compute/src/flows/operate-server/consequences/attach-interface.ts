import { instances } from '../../../db/servers/instances.ts'
import { releasePort } from '../../../resources/release-ports.ts'
import type { Consequences } from './consequences.ts'

export const attachInterface: Consequences<'attach-interface'> = {
  takenBackBy: ({ portId }) => ({ kind: 'detach-interface', portId }),
  giveBack: (ctx, { order, record }, { network }) =>
    releasePort(network, ctx, { ...order, serverId: record.server.id }),
  forget: async (trx, { order, record }, { clock }) => {
    const server = await instances(trx, clock).find(record.server.id)
    const networkInfo = server?.networkInfo.filter(({ portId }) => portId !== order.portId)
    if (networkInfo !== undefined) await instances(trx, clock).update(record.server.id, { networkInfo })
  },
}
