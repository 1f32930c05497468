import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import { hostActions } from '@nimbo/contracts/compute/actions/server-actions'
import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { instances } from '../../db/servers/instances.ts'
import { recordMachineType } from '../record-machine-type.ts'
import type { Operated } from '../../domain/server-actions/operated.ts'
import type { OperateServer } from '../../domain/server-actions/operations.ts'
import { withRecordedFloatingIps } from '../../domain/networks/seen-interfaces.ts'
import { endPart, partOf } from '../action-parts.ts'
import { changeInterfaces } from '../change-interfaces.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { serverInCell } from '../server-record.ts'
import type { PartsGivenBack } from './consequences/consequences.ts'
import { consequencesOf } from './consequences/consequences-of.ts'

/** Records the result of an action. A server that was deleted or left its host meanwhile stays so. */
export const recordOperated = async (
  ctx: Context,
  { serverId, operation, operated }: OperateServer & { readonly operated: Operated },
  deps: FlowDeps & InCell & PartsGivenBack & SpeaksToHosts,
): Promise<void> => {
  const { clock } = deps
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return consequencesOf(operation).withdraw?.(ctx, operation, deps, 'done')
  if (record.server.host === null && consequencesOf(operation).withoutHost === undefined) return
  const { endsIn, taskState }: HostAction = hostActions[operation.kind]
  // An action without a task may run beside another action, to which the server's task and power state belong.
  const hasTask = taskState !== null
  await consequencesOf(operation).afterwards?.(ctx, { order: operation, record }, deps)
  await allOrNone(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      const present = await instances(trx, clock).transition(serverId, {
        from: { host: record.server.host },
        to: {
          ...(hasTask ? { powerState: operated.powerState } : {}),
          ...(operated.deviceAddresses === undefined ? {} : { deviceAddresses: operated.deviceAddresses }),
          ...(endsIn === undefined ? {} : { vmState: endsIn }),
        },
      })
      if (!present) return
      const { interfaces, machineType } = operated
      if (machineType !== undefined) await recordMachineType(trx, clock, serverId, machineType)
      if (interfaces !== undefined)
        await changeInterfaces(trx, clock, { serverId }, (recorded) =>
          withRecordedFloatingIps(recorded, interfaces),
        )
      if (hasTask) await instances(trx, clock).endTask(serverId)
      const about = { order: operation, record, operated }
      await consequencesOf(operation).record?.(trx, about, deps)
      await endPart(deps, trx, ctx, serverId, partOf(operation, record))
    }),
  )
  await consequencesOf(operation).follow?.(ctx, { order: operation, record }, deps)
}
