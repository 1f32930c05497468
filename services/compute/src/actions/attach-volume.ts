import { reverter } from '@nimbo/kernel/reverter'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { diskConnection } from '../agent/volumes/disk-connection.ts'
import { unplug } from '../agent/networks/unplug-strays.ts'
import { nextDevice, rootDevice } from '../domain/block-devices/device-names.ts'
import { diskOf } from './disk-of.ts'
import type { HostWork } from './host-work.ts'

/**
 * Connects a volume to this host and attaches it to the running server. On failure the volume is disconnected again.
 */
export const attachVolume: HostWork<'attach-volume'> =
  ({ volume, connector, hypervisor, plugged }) =>
  async (ctx, server, { attachmentId }) => {
    const disk = diskOf(server, attachmentId)
    const taken = server.disks.flatMap(({ deviceName }) => deviceName ?? [])
    const device = disk.deviceName ?? nextDevice([...taken, rootDevice])
    await using undo = reverter()
    undo.add(() => volume.deleteAttachment(ctx, attachmentId))
    const attachment = await volume.updateAttachment(ctx, attachmentId, { ...connector, mountpoint: device })
    const connection = diskConnection(attachment, { ...disk, device })
    const plugging = { kind: 'volume', id: attachmentId, disk: connection } as const
    undo.add(() => unplug({ hypervisor, plugged }, server.id, plugging))
    await plugged.note(server.id, plugging)
    await hypervisor.devices.attachVolume(server.id, connection)
    await completed(volume.completeAttachment(ctx, attachmentId))
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
