import type { VolumeClient } from '@nimbo/clients/volume'
import type { Context } from '@nimbo/kernel/context'

interface Held {
  readonly server: { readonly id: string }
  readonly disks: readonly {
    readonly volumeId?: string | undefined
    readonly attachmentId?: string | undefined
  }[]
}

/** Deletes all attachments of a server's volumes except those recorded with its disks. */
export const keepExports = async (
  volume: Pick<VolumeClient, 'attachmentsOf' | 'deleteAttachment'>,
  ctx: Context,
  { server, disks }: Held,
): Promise<void> => {
  for (const { volumeId, attachmentId } of disks) {
    if (volumeId === undefined || attachmentId === undefined) continue
    for (const { id } of await volume.attachmentsOf(ctx, { volumeId, serverId: server.id }))
      if (id !== attachmentId) await volume.deleteAttachment(ctx, id)
  }
}
