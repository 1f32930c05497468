import type { VolumeClient } from '@nimbo/clients/volume'
import type { Context } from '@nimbo/kernel/context'

/**
 * Disconnects a server's volume and keeps it reserved for the server's next host. Resolves to the id of the reserving attachment.
 * Idempotent.
 */
export const reserveVolume = async (
  volume: Pick<VolumeClient, 'attachmentsOf' | 'createAttachment' | 'deleteAttachment'>,
  ctx: Context,
  { volumeId, serverId }: { readonly volumeId: string; readonly serverId: string },
): Promise<string> => {
  const attachments = await volume.attachmentsOf(ctx, { volumeId, serverId })
  const reserved = attachments.find(({ status }) => status === 'reserved')
  const { id: keeping } = reserved ?? (await volume.createAttachment(ctx, volumeId, serverId))
  for (const { id } of attachments) if (id !== keeping) await volume.deleteAttachment(ctx, id)
  return keeping
}
