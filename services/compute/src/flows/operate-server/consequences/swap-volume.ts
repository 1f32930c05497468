import { blockDevices } from '../../../db/servers/block-devices.ts'
import type { Consequences } from './consequences.ts'
import { diskIn } from './disk-in.ts'

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
  },
  giveBack: async (ctx, { order: { volumeId, newVolumeId, newAttachmentId } }, { volume }) => {
    // Cinder must be told before the old attachment is deleted, because it would treat an unattached volume differently.
    await volume.completeMigration(ctx, { from: volumeId, to: newVolumeId, failed: true })
    await volume.deleteAttachment(ctx, newAttachmentId)
  },
}
