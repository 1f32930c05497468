import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../app/app.ts'
import type { Attachment } from '../../domain/volume.ts'
import { errors } from '../../errors.ts'

/** Whether a service asks, in its own name or for a user. */
const isByService = ({ roles, serviceRoles = [] }: Context): boolean =>
  roles.includes('service') || serviceRoles.includes('service')

/**
 * Refuses to take volumes from servers that have them: only Nova does that, which makes the guest let go of the disk first. Otherwise the
 * host would keep a device that may soon lead to the volume of somebody else. What Nova does not know of may go.
 */
export const refuseWhileUsed =
  ({ compute }: Pick<VolumeApp, 'compute'>) =>
  async (ctx: Context, attachments: readonly Attachment[]): Promise<void> => {
    if (isByService(ctx)) return
    for (const { id, serverId, volumeId, connectionInfo } of attachments) {
      if (serverId === null || connectionInfo === null) continue
      if ((await compute.attachmentOf(ctx, { serverId, volumeId })) === id)
        throw errors.ConflictNovaUsingAttachment({ serverId })
    }
  }
