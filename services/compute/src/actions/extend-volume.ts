import { diskConnection } from '../agent/volumes/disk-connection.ts'
import { diskOf } from './disk-of.ts'
import type { HostWork } from './host-work.ts'

const gibibyte = 1024 ** 3

/** Tells the guest the new size of a volume. A guest that is off sees it at its next start. */
export const extendVolume: HostWork<'extend-volume'> =
  ({ volume, hypervisor }) =>
  async (ctx, server, { attachmentId, sizeGb }) => {
    const disk = diskOf(server, attachmentId)
    const attachment = await volume.attachment(ctx, attachmentId)
    if (attachment === undefined) return
    const connection = diskConnection(attachment, { ...disk, device: disk.deviceName ?? '' })
    await hypervisor.devices.extendVolume(server.id, connection, sizeGb * gibibyte)
  }
