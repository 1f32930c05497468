import { dirname, resolve } from 'node:path'
import { errors } from '../agent/agent-errors.ts'
import { diskConnection } from '../agent/volumes/disk-connection.ts'
import { diskOf } from './disk-of.ts'
import type { HostWork } from './host-work.ts'

/** Copies a volume to a file in the directory of the volume itself; other paths are refused. */
export const snapshotVolume: HostWork<'snapshot-volume'> =
  ({ volume, hypervisor }) =>
  async (ctx, server, { attachmentId, path: asked }) => {
    const path = resolve(asked)
    const disk = diskOf(server, attachmentId)
    const attachment = await volume.attachment(ctx, attachmentId)
    if (attachment === undefined) throw errors.AttachmentUnknown({ attachmentId })
    const from = diskConnection(attachment, { ...disk, device: disk.deviceName ?? '' })
    const { connection, volumeId } = from
    if (connection.type !== 'file' || dirname(connection.path) !== dirname(path) || connection.path === path)
      throw errors.ConnectionUnsupported({ volumeId, type: `${connection.type}, to be copied to ${path}` })
    await hypervisor.devices.copyVolume(server.id, from, path)
  }
