import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { diskConnection } from '../disk-connection.ts'
import { unplug } from '../unplug-strays.ts'
import { diskOf } from './attach-volume.ts'
import type { OperationDeps } from './operation-deps.ts'

/** Takes a volume out of the server and ends its export; an attachment that is gone already is a success. */
export const detachVolume =
  ({ volume, hypervisor, plugged }: OperationDeps) =>
  async (ctx: Context, server: HostedServer, attachmentId: string): Promise<void> => {
    const disk = diskOf(server, attachmentId)
    const attachment = await volume.attachment(ctx, attachmentId)
    if (attachment === undefined) {
      const left = (await plugged.of(server.id)).find(({ id }) => id === attachmentId)
      if (left !== undefined) await unplug({ hypervisor, plugged }, server.id, left)
      return
    }
    if (disk.deviceName !== undefined && Object.keys(attachment.connection_info).length > 0) {
      const connection = diskConnection(attachment, { ...disk, device: disk.deviceName })
      await unplug({ hypervisor, plugged }, server.id, { kind: 'volume', id: attachmentId, disk: connection })
    }
    await volume.deleteAttachment(ctx, attachmentId)
  }
