import { isRemote } from '@nimbo/clients/rest-client'
import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { reverter } from '@nimbo/kernel/reverter'
import { nextDevice, rootDevice } from '../../domain/device-names.ts'
import { errors } from '../agent-errors.ts'
import { diskConnection } from '../disk-connection.ts'
import { unplug } from '../unplug-strays.ts'
import type { OperationDeps } from './operation-deps.ts'

/** The disk of a server that an attachment stands for; throws when it has none. */
export const diskOf = (server: HostedServer, attachmentId: string): HostedDisk => {
  const disk = server.disks.find((one) => one.attachmentId === attachmentId)
  if (disk === undefined) throw errors.AttachmentUnknown({ attachmentId })
  return disk
}

/** Exports a volume to this host and plugs it into the running server. When it throws, the volume is given back. */
export const attachVolume =
  ({ volume, connector, hypervisor, plugged }: OperationDeps) =>
  async (ctx: Context, server: HostedServer, attachmentId: string) => {
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
    return { device, connectionInfo: attachment.connection_info }
  }

/** An attachment that an earlier try completed is no error. */
const completed = async (completing: Promise<void>): Promise<void> => {
  try {
    await completing
  } catch (error) {
    if (!isRemote(error, 400, 409)) throw error
  }
}
