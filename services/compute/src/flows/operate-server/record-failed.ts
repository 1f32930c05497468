import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { blockDevices } from '../../db/block-devices.ts'
import { instanceFaults } from '../../db/instance-faults.ts'
import { instances } from '../../db/instances.ts'
import type { OperateServer } from '../../domain/operations.ts'
import { releasePort } from '../../resources/release-ports.ts'
import { releaseVolumes } from '../../resources/release-volumes.ts'
import { failPart, partOf } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { type ServerRecord, serverInCell } from '../server-record.ts'

type Deps = FlowDeps & InCell & Pick<HoldsParts, 'volume' | 'network'>

/**
 * A server whose operation failed is free for the next one, and says in its action what went wrong. What was to be attached
 * is given back.
 */
export const recordFailed = async (
  ctx: Context,
  input: OperateServer,
  error: Fault,
  deps: Deps,
): Promise<void> => {
  const { serverId, operation } = input
  const { clock } = deps
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  const diskId = await giveBack(ctx, input, record, deps)
  const { message } = error
  const reason = error.details.reason === undefined ? undefined : String(error.details.reason)
  await inTransaction(record.cell, (trx) =>
    deps.notices.changing(trx, ctx, serverId, async () => {
      if (diskId !== undefined) await blockDevices(trx, clock).remove(diskId)
      if (operation.kind === 'attach-interface') {
        const server = await instances(trx, clock).find(serverId)
        const networkInfo = server?.networkInfo.filter(({ portId }) => portId !== operation.portId)
        if (networkInfo !== undefined) await instances(trx, clock).update(serverId, { networkInfo })
      }
      await instances(trx, clock).endTask(serverId)
      await instanceFaults(trx, clock).record(ctx, serverId, {
        ...{ code: 500, message },
        ...(reason === undefined ? {} : { details: reason }),
      })
      await failPart(deps, trx, ctx, serverId, {
        ...partOf(operation, record.disks),
        failure: { message, ...(reason === undefined ? {} : { traceback: reason }) },
      })
    }),
  )
}

/** Gives back the volume or port that was to be attached. Resolves to the id of the disk that there is not to be. */
const giveBack = async (
  ctx: Context,
  { serverId, operation }: OperateServer,
  { disks }: ServerRecord,
  deps: Deps,
): Promise<string | undefined> => {
  switch (operation.kind) {
    case 'attach-volume': {
      const disk = disks.find(({ attachmentId }) => attachmentId === operation.attachmentId)
      if (disk?.volumeId === undefined) return undefined
      const held = { volumeId: disk.volumeId, deleteOnTermination: false }
      await releaseVolumes(deps, ctx, serverId, [held])
      return disk.id
    }
    case 'attach-interface':
      await releasePort(deps.network, ctx, { ...operation, serverId })
      return undefined
    default:
      return undefined
  }
}
