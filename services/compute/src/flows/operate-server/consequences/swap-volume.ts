import { blockDevices } from '../../../db/servers/block-devices.ts'
import type { Consequences } from './consequences.ts'
import { diskIn } from './disk-in.ts'

export const swapVolume: Consequences<'swap-volume'> = {
  takenBackBy: (order) => ({ ...order, back: true }),
  told: ({ order: { volumeId, newVolumeId } }) => ({
    versioned: { old_volume_id: volumeId, new_volume_id: newVolumeId },
  }),
  /** From here on there is no way back: the volume service lets go of the one that the server has left. */
  afterwards: async (ctx, about, { volume, clock }) => {
    const { volumeId, newVolumeId, newAttachmentId, attachmentId, sizeGb } = about.order
    const disk = diskIn(about)
    if (disk === undefined) return
    const saved = await volume.completeMigration(ctx, { from: volumeId, to: newVolumeId, failed: false })
    await volume.deleteAttachment(ctx, attachmentId)
    // How it is reached may have changed with what it is called.
    const info = (await volume.attachment(ctx, newAttachmentId))?.connection_info
    await blockDevices(about.record.cell, clock).update(disk.id, {
      ...{ volume_id: saved, volume_size_gb: sizeGb, attachment_id: newAttachmentId },
      ...(info === undefined ? {} : { connection_info: JSON.stringify(info) }),
    })
  },
  giveBack: async (ctx, { order: { volumeId, newVolumeId, newAttachmentId } }, { volume }) => {
    // Who moves the volume asks anew for what nobody holds, unless it is told first.
    await volume.completeMigration(ctx, { from: volumeId, to: newVolumeId, failed: true })
    await volume.deleteAttachment(ctx, newAttachmentId)
  },
}
