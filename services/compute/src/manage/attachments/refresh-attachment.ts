import type { Connector, VolumeClient } from '@nimbo/clients/volume'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { reverter } from '@nimbo/kernel/reverter'
import { blockDevices, type StoredBlockDevice } from '../../db/servers/block-devices.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import { instances } from '../../db/servers/instances.ts'
import type { ServerRecord } from '../../flows/server-record.ts'

/** Nova's name of the server action. */
const action = 'refresh_volume_attachment'

interface Deps {
  readonly volume: Pick<
    VolumeClient,
    'createAttachment' | 'updateAttachment' | 'completeAttachment' | 'deleteAttachment'
  >
  readonly clock: Clock
}

export interface RefreshOrder {
  readonly record: ServerRecord
  readonly disk: StoredBlockDevice & { readonly volumeId: string }
  readonly connector: Connector
}

/**
 * Replaces an attachment by a new one. The old one is deleted before the volume is exported again, since the volume service may
 * keep an export that the host still has. If that fails, the new one, without a connection, still reserves the volume for the
 * server, and the refresh can be repeated.
 */
const replaceAttachment = async (
  { volume, clock }: Deps,
  ctx: Context,
  { record: { cell, server }, disk, connector }: RefreshOrder,
): Promise<void> => {
  const { volumeId, attachmentId, deviceName } = disk
  const stored = blockDevices(cell, clock)
  const made = await volume.createAttachment(ctx, volumeId, server.id)
  {
    await using undo = reverter()
    undo.add(() => volume.deleteAttachment(ctx, made.id))
    if (attachmentId !== undefined) await volume.deleteAttachment(ctx, attachmentId)
    undo.keep()
  }
  await stored.update(disk.id, { attachment_id: made.id, connection_info: null })
  const mountpoint = deviceName === undefined ? {} : { mountpoint: deviceName }
  const { connection_info } = await volume.updateAttachment(ctx, made.id, { ...connector, ...mountpoint })
  await stored.update(disk.id, { connection_info: JSON.stringify(connection_info) })
  await volume.completeAttachment(ctx, made.id)
}

/**
 * Connects a volume of a stopped server anew. The server is locked meanwhile, as in Nova; false, without a change, when it is
 * not stopped, is locked or has a task.
 */
export const refreshAttachment = async (deps: Deps, ctx: Context, order: RefreshOrder): Promise<boolean> => {
  const { cell, server } = order.record
  const stored = instances(cell, deps.clock)
  if (server.locked) return false
  const lockedReason = `Its attachment of volume ${order.disk.volumeId} is being refreshed.`
  const locked = await stored.transition(server.id, {
    from: { vmStates: ['stopped'], taskStates: [null], lockedBy: server.lockedBy },
    to: { locked: true, lockedBy: 'admin', lockedReason },
  })
  if (!locked) return false
  try {
    await instanceActions(cell, deps.clock).begin(ctx, server.id, action)
    await replaceAttachment(deps, ctx, order)
    return true
  } finally {
    await stored.transition(server.id, {
      from: { lockedBy: 'admin' },
      to: { locked: false, lockedBy: null, lockedReason: null },
    })
  }
}
