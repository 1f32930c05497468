import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { VolumeClient } from '@nimbo/clients/volume'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { defineErrors, fault } from '@nimbo/kernel/errors'

const errors = defineErrors({
  VolumeBusy: fault<{ volumeId: string }>(
    'unavailable',
    ({ volumeId }) => `Volume ${volumeId} is still being made or detached, and cannot be deleted yet.`,
  ),
})

/** A volume to release. */
export interface HeldVolume {
  readonly volumeId: string
  readonly deleteOnTermination: boolean
}

interface Deps {
  readonly volume: Pick<VolumeClient, 'attachmentsOf' | 'deleteAttachment' | 'remove' | 'show'>
  readonly clock: Clock
}

/** Detaches volumes and deletes those with `delete_on_termination`. Idempotent. */
export const releaseVolumes = async (
  deps: Deps,
  ctx: Context,
  serverId: string,
  held: readonly HeldVolume[],
): Promise<void> => {
  const { volume } = deps
  for (const { volumeId, deleteOnTermination } of held) {
    for (const { id } of await volume.attachmentsOf(ctx, { volumeId, serverId }))
      await volume.deleteAttachment(ctx, id)
    if (deleteOnTermination) await removeUnlessUsed(deps, ctx, volumeId)
  }
}

/** Transient states in which a volume cannot be deleted. */
const passingStatuses = ['creating', 'downloading', 'detaching']
const firstLookMs = 50
const slowestLookMs = 2_000
/** Together with the pauses, about a minute. */
const mostLooks = 35

/**
 * Deletes a volume. One with snapshots or other attachments stays, and its user can delete it. Waits while the volume
 * is in a transient state; throws `VolumeBusy` at the timeout.
 */
const removeUnlessUsed = async ({ volume, clock }: Deps, ctx: Context, volumeId: string): Promise<void> => {
  for (let look = 0; look < mostLooks; look += 1) {
    try {
      return await volume.remove(ctx, volumeId)
    } catch (error) {
      if (!isRemote(error, 400, 409)) throw error
    }
    const found = await volume.show(ctx, volumeId)
    if (found === undefined) return
    // A volume that has just become available is tried again.
    const mayPass = passingStatuses.includes(found.status) || (look === 0 && found.status === 'available')
    if (!mayPass) return
    await pause(clock, Math.min(firstLookMs * 2 ** look, slowestLookMs))
  }
  throw errors.VolumeBusy({ volumeId })
}
