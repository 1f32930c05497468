import { isRemote } from '@nimbo/operation/client/remote-fault'
import { reverter } from '@nimbo/kernel/reverter'
import { diskConnection } from '../agent/volumes/disk-connection.ts'
import { diskOf } from './disk-of.ts'
import type { HostWork } from './host-work.ts'

/**
 * Connects a volume to this host and lets the running server switch to it. On failure, and if the order says `back`,
 * the server keeps its previous volume.
 */
export const swapVolume: HostWork<'swap-volume'> =
  ({ volume, connector, hypervisor, plugged }) =>
  async (ctx, server, order) => {
    const { attachmentId, newAttachmentId, savedVolumeId, back = false } = order
    const disk = diskOf(server, attachmentId)
    const { deviceName: device = '' } = disk
    const old = await volume.attachment(ctx, attachmentId)
    const before = await volume.attachment(ctx, newAttachmentId)
    if (old === undefined || before === undefined) return
    // Two attachments now describe the same disk of the guest. The old one is only removed from the record of plugged
    // devices, because unplugging it would remove the disk.
    await plugged.forget(server.id, attachmentId)
    const from = diskConnection(old, { ...disk, device })
    if (back) {
      if (Object.keys(before.connection_info).length === 0) return
      const to = { ...diskConnection(before, { ...disk, device }), volumeId: savedVolumeId }
      return hypervisor.devices.swapVolume(server.id, to, from)
    }
    const attachment = await volume.updateAttachment(ctx, newAttachmentId, {
      ...connector,
      mountpoint: device,
    })
    const to = { ...diskConnection(attachment, { ...disk, device }), volumeId: savedVolumeId }
    await using undo = reverter()
    undo.add(() => hypervisor.devices.swapVolume(server.id, to, from))
    await hypervisor.devices.swapVolume(server.id, from, to)
    await completed(volume.completeAttachment(ctx, newAttachmentId))
    undo.keep()
    return { disk: { device, connectionInfo: attachment.connection_info } }
  }

/** The attachment may already be complete from an earlier attempt. */
const completed = async (completing: Promise<void>): Promise<void> => {
  try {
    await completing
  } catch (error) {
    if (!isRemote(error, 400, 409)) throw error
  }
}
