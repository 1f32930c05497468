import { computeNodes } from '../../../db/hosts/compute-nodes.ts'
import { changeInterfaces } from '../../change-interfaces.ts'
import { claimAnew, claimForPort } from '../../../resources/claim-for-port.ts'
import { releasePort } from '../../../resources/release-ports.ts'
import { portsRecorded } from '../../recorded-ports.ts'
import type { Consequences } from './consequences.ts'

export const attachInterface: Consequences<'attach-interface'> = {
  takenBackBy: ({ portId }) => ({ kind: 'detach-interface', portId }),
  prepare: (ctx, { order: { portId }, record }, deps) => {
    const treeOf = () => computeNodes(record.cell, deps.clock).idOf(record.server)
    return claimForPort(deps, ctx, portsRecorded(record, deps.clock), { portId, treeOf })
  },
  giveBack: async (ctx, { order, record }, deps) => {
    await releasePort(deps.network, ctx, { ...order, serverId: record.server.id })
    await claimAnew(deps, ctx, portsRecorded(record, deps.clock))
  },
  forget: (trx, { order, record }, { clock }) =>
    changeInterfaces(trx, clock, { serverId: record.server.id }, (recorded) =>
      recorded.filter(({ portId }) => portId !== order.portId),
    ),
}
