import type { OperationOf } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { blockDevices } from '../../../db/servers/block-devices.ts'
import type { HoldsParts } from '../../flow-deps.ts'
import { isLeaving } from '../../server-record.ts'
import type { Consequences } from './consequences.ts'
import { diskIn } from './disk-in.ts'

/** Ends a swap whose server keeps its volume or is gone: only the order names the attachment that was made for the swap. */
const keepOld = async (
  ctx: Context,
  { volumeId, newVolumeId, newAttachmentId }: OperationOf<'swap-volume'>,
  { volume }: Pick<HoldsParts, 'volume'>,
): Promise<void> => {
  try {
    // Cinder must learn of the failure before the new attachment is deleted, because it treats an unattached volume
    // differently.
    await volume.completeMigration(ctx, { from: volumeId, to: newVolumeId, failed: true })
  } catch (error) {
    // Cinder answers so if it has noticed by itself that no server has the volume any more.
    if (!isRemote(error, 400, 404)) throw error
  }
  await volume.deleteAttachment(ctx, newAttachmentId)
}

export const swapVolume: Consequences<'swap-volume'> = {
  takenBackBy: (order) => ({ ...order, back: true }),
  payload: ({ order: { volumeId, newVolumeId } }) => ({
    versioned: { old_volume_id: volumeId, new_volume_id: newVolumeId },
  }),
  /** From here on there is no rollback: Cinder releases the old volume. */
  afterwards: async (ctx, about, { volume, clock }) => {
    const { volumeId, newVolumeId, newAttachmentId, attachmentId, sizeGb } = about.order
    const disk = diskIn(about)
    if (disk === undefined) return
    const saved = await volume.completeMigration(ctx, { from: volumeId, to: newVolumeId, failed: false })
    await volume.deleteAttachment(ctx, attachmentId)
    // The connection data may change with the volume's id.
    const info = (await volume.attachment(ctx, newAttachmentId))?.connection_info
    await blockDevices(about.record.cell, clock).update(disk.id, {
      ...{ volume_id: saved, volume_size_gb: sizeGb, attachment_id: newAttachmentId },
      ...(info === undefined ? {} : { connection_info: JSON.stringify(info) }),
    })
    // A deletion of the server may have released its volumes before this attachment was recorded for one of them.
    if (await isLeaving({ clock }, about.record)) await volume.deleteAttachment(ctx, newAttachmentId)
  },
  withdraw: keepOld,
}
