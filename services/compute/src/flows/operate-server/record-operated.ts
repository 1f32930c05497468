import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { blockDevices } from '../../db/block-devices.ts'
import { instances } from '../../db/instances.ts'
import type { Operated } from '../../domain/operated.ts'
import type { OperateServer, Operation } from '../../domain/operations.ts'
import type { VmState } from '../../domain/states.ts'
import { endPart, partOf } from '../action-parts.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { serverInCell } from '../server-record.ts'

/** Where a server rests after an operation; undefined where that does not change. */
const restsIn: Readonly<Partial<Record<Operation['kind'], VmState>>> = {
  start: 'active',
  stop: 'stopped',
  reboot: 'active',
  pause: 'paused',
  unpause: 'active',
}

/** Writes down what an operation has changed. A server that is gone meanwhile, from its host or for good, stays gone. */
export const recordOperated = async (
  ctx: Context,
  { serverId, operation, operated }: OperateServer & { readonly operated: Operated },
  deps: FlowDeps & InCell,
): Promise<void> => {
  const { clock } = deps
  const record = await serverInCell(deps, serverId)
  if (record === undefined || record.server.host === null) return
  const vmState = restsIn[operation.kind]
  const disk = record.disks.find(
    ({ attachmentId }) => 'attachmentId' in operation && attachmentId === operation.attachmentId,
  )
  await allOrNone(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      const present = await instances(trx, clock).transition(serverId, {
        from: { host: record.server.host },
        to: {
          powerState: operated.powerState,
          ...(vmState === undefined ? {} : { vmState }),
          ...(operated.interfaces === undefined ? {} : { networkInfo: operated.interfaces }),
        },
      })
      if (!present) return
      await instances(trx, clock).endTask(serverId)
      if (disk !== undefined && operation.kind === 'detach-volume')
        await blockDevices(trx, clock).remove(disk.id)
      if (disk !== undefined && operated.disk !== undefined)
        await blockDevices(trx, clock).update(disk.id, {
          device_name: operated.disk.device,
          connection_info: JSON.stringify(operated.disk.connectionInfo),
        })
      await endPart(deps, trx, ctx, serverId, partOf(operation, record.disks))
    }),
  )
}
