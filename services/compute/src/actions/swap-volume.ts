import { isRemote } from '@nimbo/operation/client/remote-fault'
import { reverter } from '@nimbo/kernel/reverter'
import { diskConnection } from '../agent/volumes/disk-connection.ts'
import { diskOf } from './disk-of.ts'
import type { HostWork } from './host-work.ts'

/**
 * Exports a volume to this host and has the running server go on with it. When it throws, the server has the one that it had, as when it
 * is asked to take it `back`.
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
    // Of two attachments that are one disk of the guest, the books forget one; that must not take the disk out.
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

/** An attachment that an earlier try completed is no error. */
const completed = async (completing: Promise<void>): Promise<void> => {
  try {
    await completing
  } catch (error) {
    if (!isRemote(error, 400, 409)) throw error
  }
}
