import { tellLastVolumeUsage } from '../agent/volumes/tell-volume-usage.ts'
import { diskConnection } from '../agent/volumes/disk-connection.ts'
import { unplug } from '../agent/networks/unplug-strays.ts'
import { diskOf } from './disk-of.ts'
import type { HostWork } from './host-work.ts'

/** Detaches a volume from the server and removes its export; an attachment that no longer exists counts as success. */
export const detachVolume: HostWork<'detach-volume'> =
  (deps) =>
  async (ctx, server, { attachmentId }) => {
    const { volume, hypervisor, plugged } = deps
    const disk = diskOf(server, attachmentId)
    const attachment = await volume.attachment(ctx, attachmentId)
    if (attachment === undefined) {
      const left = (await plugged.of(server.id)).find(({ id }) => id === attachmentId)
      if (left !== undefined) await unplug({ hypervisor, plugged }, server.id, left)
      return
    }
    if (disk.deviceName !== undefined && Object.keys(attachment.connection_info).length > 0) {
      const connection = diskConnection(attachment, { ...disk, device: disk.deviceName })
      await tellLastVolumeUsage(deps)(ctx, server.id, connection.volumeId)
      await unplug({ hypervisor, plugged }, server.id, { kind: 'volume', id: attachmentId, disk: connection })
    }
    await volume.deleteAttachment(ctx, attachmentId)
  }
