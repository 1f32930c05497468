import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../app/app.ts'
import type { Attachment } from '../../domain/volume.ts'
import { errors } from '../../errors.ts'

/** Whether a service sends the request, in its own name or for a user. */
const isByService = ({ roles, serviceRoles = [] }: Context): boolean =>
  roles.includes('service') || serviceRoles.includes('service')

/**
 * Refuses to detach volumes from servers that still have them, unless a service asks for it: only Nova makes the guest release
 * the disk first. Otherwise the host would keep a device that may soon lead to another project's volume. Attachments that Nova
 * does not know may be deleted.
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
