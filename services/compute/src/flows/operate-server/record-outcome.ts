import type { HostedInterface } from '@nimbo/contracts/compute-rpc/server-interface'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { blockDevices } from '../../db/block-devices.ts'
import { instanceActions } from '../../db/instance-actions.ts'
import { instanceFaults } from '../../db/instance-faults.ts'
import { instances } from '../../db/instances.ts'
import type { OperateServer, Operation } from '../../domain/operations.ts'
import type { VmState } from '../../domain/states.ts'
import { releasePort } from '../../resources/release-ports.ts'
import { releaseVolumes } from '../../resources/release-volumes.ts'
import { eventOf } from '../action-events.ts'
import type { FlowDeps, HoldsParts } from '../flow-deps.ts'
import { serverRecord } from '../server-record.ts'

/** What the host said of a finished operation. */
export interface Operated {
  readonly powerState: number
  readonly interfaces?: readonly HostedInterface[]
  readonly disk?: { readonly device: string; readonly connectionInfo: Readonly<Record<string, unknown>> }
}

/** Where a server rests after an operation; undefined where that does not change. */
const restsIn: Readonly<Partial<Record<Operation['kind'], VmState>>> = {
  start: 'active',
  stop: 'stopped',
  reboot: 'active',
  pause: 'paused',
  unpause: 'active',
}

/** Writes down what an operation has changed. A server that is being deleted meanwhile keeps that task. */
export const recordOperated = async (
  ctx: Context,
  { serverId, operation, operated }: OperateServer & { readonly operated: Operated },
  { databases, clock }: FlowDeps,
): Promise<void> => {
  const record = await serverRecord({ databases, clock }, serverId)
  if (record === undefined) return
  const vmState = restsIn[operation.kind]
  await record.cell.transaction().execute(async (trx) => {
    const servers = instances(trx, clock)
    const { server } = record
    await servers.update(serverId, {
      ...(vmState === undefined ? {} : { vmState }),
      powerState: operated.powerState,
      taskState: server.taskState === 'deleting' ? 'deleting' : null,
      ...(operated.interfaces === undefined ? {} : { networkInfo: operated.interfaces }),
    })
    const disk = record.disks.find(
      ({ attachmentId }) => 'attachmentId' in operation && attachmentId === operation.attachmentId,
    )
    if (disk !== undefined && operation.kind === 'detach-volume')
      await blockDevices(trx, clock).remove(disk.id)
    if (disk !== undefined && operated.disk !== undefined)
      await blockDevices(trx, clock).update(disk.id, {
        device_name: operated.disk.device,
        connection_info: JSON.stringify(operated.disk.connectionInfo),
      })
    await instanceActions(trx, clock).endEvent(ctx, serverId, eventOf[operation.kind], { result: 'Success' })
  })
}

/** A server whose operation failed is free for the next one, and says in its action what went wrong. */
export const recordFailed = async (
  ctx: Context,
  { serverId, operation }: OperateServer,
  error: Fault,
  deps: FlowDeps & Pick<HoldsParts, 'volume' | 'network'>,
): Promise<void> => {
  const { clock } = deps
  const record = await serverRecord(deps, serverId)
  if (record === undefined) return
  const disk = record.disks.find(
    ({ attachmentId }) => operation.kind === 'attach-volume' && attachmentId === operation.attachmentId,
  )
  if (disk?.volumeId !== undefined)
    await releaseVolumes(deps.volume, ctx, serverId, [
      { volumeId: disk.volumeId, attachmentId: disk.attachmentId, deleteOnTermination: false },
    ])
  const { networkInfo, taskState } = record.server
  const refused = networkInfo.find(
    ({ portId }) => operation.kind === 'attach-interface' && portId === operation.portId,
  )
  if (refused !== undefined) await releasePort(deps.network, ctx, { ...refused, serverId })
  await record.cell.transaction().execute(async (trx) => {
    if (disk !== undefined) await blockDevices(trx, clock).remove(disk.id)
    await instances(trx, clock).update(serverId, {
      taskState: taskState === 'deleting' ? taskState : null,
      networkInfo: networkInfo.filter((one) => one !== refused),
    })
    await instanceFaults(trx, clock).record(serverId, { code: 500, message: error.message })
    await instanceActions(trx, clock).endEvent(ctx, serverId, eventOf[operation.kind], {
      result: 'Error',
      message: error.message,
    })
  })
}
