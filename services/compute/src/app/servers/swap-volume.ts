import { swapVolume as swapping } from '@nimbo/contracts/compute/actions/swap-volume'
import type { Volume } from '@nimbo/clients/volume'
import type { Context } from '@nimbo/kernel/context'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { beginAction } from '../actions/begin-action.ts'
import { untilRecorded } from '../actions/until-recorded.ts'
import { afterOthers } from './after-others.ts'
import type { ComputeApiDeps } from '../app.ts'
import { volumesOf } from './attach-volume.ts'
import { findServer } from './find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients'>

/** Throws when one volume cannot replace the other. */
const requireSwappable = (serverId: string, from: Volume, to: Volume): void => {
  const mine = from.attachments.some(({ server_id }) => server_id === serverId)
  if (!mine) throw errors.InvalidVolume({ reason: 'Old volume is attached to a different instance.' })
  if (to.attachments.length > 0)
    throw errors.InvalidVolume({ reason: 'New volume must be detached in order to swap.' })
  if (to.size < from.size)
    throw errors.InvalidVolume({ reason: 'New volume must be the same size or larger.' })
  if (from.multiattach && from.attachments.length > 1) throw errors.MultiattachSwapUnsupported()
}

/**
 * Replaces one volume of a server by another, as a flow. Cinder calls this when it migrates volumes. Throws
 * `VolumeNotMigrating` (409) otherwise.
 */
export const swapVolume = (deps: Deps) => {
  const { clients } = deps
  const find = findServer(deps)
  const list = volumesOf(deps)
  const begin = beginAction(deps)
  const announce = untilRecorded(deps)
  return async (ctx: Context, id: string, volumeId: string, newVolumeId: string): Promise<void> => {
    const from = await clients.volume.show(ctx, volumeId)
    if (from === undefined) throw errors.VolumeNotFound({ id: volumeId })
    if (!from.migration_status) throw errors.VolumeNotMigrating({ volumeId })
    const to = await clients.volume.show(ctx, newVolumeId)
    if (to === undefined) throw errors.BadRequest({ reason: `Volume ${newVolumeId} could not be found.` })
    const { server, cellId } = await find(ctx, id)
    requireAllowed(swapping, server, deps.enforcer.isAdmin(ctx))
    if (cellId === null) throw errors.ServerNotReady({ id })
    requireSwappable(id, from, to)
    const disk = (await list(ctx, id)).find((one) => one.volumeId === volumeId)
    if (disk?.attachmentId === undefined) throw errors.VolumeNotAttached({ serverId: id, volumeId })
    await using reservation = await afterOthers(deps, () =>
      announce(ctx, {
        ...{ serverId: server.id, cellId, action: swapping.name },
        made: { kind: 'attachment', volumeId: newVolumeId },
      }),
    )
    const attachment = await reservation.make(
      () => clients.volume.createAttachment(ctx, newVolumeId, id),
      (made) => clients.volume.deleteAttachment(ctx, made.id),
    )
    const order = {
      ...{ kind: 'swap-volume' as const, attachmentId: disk.attachmentId, newAttachmentId: attachment.id },
      ...{ volumeId, newVolumeId, sizeGb: to.size },
      // The volume that Cinder creates for a migration takes over the id of the original at the end.
      savedVolumeId: to.migration_status === `target:${volumeId}` ? volumeId : newVolumeId,
    }
    await afterOthers(deps, async () =>
      begin(ctx, await find(ctx, id), { action: swapping, order, also: reservation.record }),
    )
    reservation.keep()
  }
}
