import { isRemote } from '@nimbo/clients/rest-client'
import type { VolumeClient } from '@nimbo/clients/volume'
import type { Context } from '@nimbo/kernel/context'

/** A volume of a server, as far as giving it back goes. */
export interface HeldVolume {
  readonly volumeId: string
  readonly deleteOnTermination: boolean
}

/** Detaches volumes, and deletes those that end with their server. Repeating it finds nothing left to do. */
export const releaseVolumes = async (
  volume: Pick<VolumeClient, 'attachmentsOf' | 'deleteAttachment' | 'remove'>,
  ctx: Context,
  serverId: string,
  held: readonly HeldVolume[],
): Promise<void> => {
  for (const { volumeId, deleteOnTermination } of held) {
    for (const { id } of await volume.attachmentsOf(ctx, { volumeId, serverId }))
      await volume.deleteAttachment(ctx, id)
    if (deleteOnTermination) await removeUnlessUsed(volume, ctx, volumeId)
  }
}

/** A volume that has snapshots, or that another server has, stays: its user can still delete it. */
const removeUnlessUsed = async (
  volume: Pick<VolumeClient, 'remove'>,
  ctx: Context,
  volumeId: string,
): Promise<void> => {
  try {
    await volume.remove(ctx, volumeId)
  } catch (error) {
    if (!isRemote(error, 400, 409)) throw error
  }
}
