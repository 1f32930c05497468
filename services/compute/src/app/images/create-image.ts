import { createImage as action } from '@nimbo/contracts/compute/actions/create-image'
import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { lowerLimits } from '../../domain/quotas/member-limits.ts'
import { isOver } from '../../domain/quotas/quota.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import { type SnapshotRequest, snapshotImage } from '../../domain/images/snapshot-image.ts'
import { errors } from '../../errors.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { beginAction } from '../actions/begin-action.ts'
import { createVolumeImage } from './create-volume-image.ts'
import type { ImagingDeps } from './imaging-deps.ts'
import { untilRecorded } from '../actions/until-recorded.ts'

/** Throws Nova's 403 when the image would have more properties than the project's quota allows. */
export const requireImageMetadata =
  (deps: ImagingDeps) =>
  async (
    { projectId = '', userId = '' }: Context,
    metadata: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const { metadata_items } = lowerLimits(await deps.limits.ofMember({ projectId, userId }))
    if (isOver(metadata_items, Object.keys(metadata).length)) throw errors.ImageMetadataLimitExceeded()
  }

/** An action that fills an image with a server's disk. */
interface Snapshot {
  readonly action: HostAction
  readonly asked: SnapshotRequest
  readonly order: (imageId: string) => Operation
}

/** Creates the record of a snapshot image as the user, and accepts the action that fills it; resolves to the image's id. */
export const beginSnapshot = (deps: ImagingDeps) => {
  const { clients, config } = deps
  const begin = beginAction(deps)
  const announce = untilRecorded(deps)
  return async (
    ctx: Context,
    located: LocatedServer,
    { action, asked, order }: Snapshot,
  ): Promise<string> => {
    const { server, cellId } = located
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const id = newId()
    const about = { serverId: server.id, cellId, action: action.name }
    await using image = await announce(ctx, { ...about, made: { kind: 'image', imageId: id } })
    const attributes = snapshotImage(server, asked, config.DEFAULT.non_inheritable_image_properties)
    await image.make(
      () => clients.imageMaker.create(ctx, { ...attributes, id }),
      () => clients.imageMaker.remove(ctx, id),
    )
    await begin(ctx, located, { action, order: order(id), also: image.record })
    image.keep()
    return id
  }
}

export interface ImageRequest {
  readonly name: string
  readonly metadata?: Readonly<Record<string, string>>
  /** Throws unless policy allows the rule. */
  readonly enforce: (rule: string) => void
}

/**
 * Creates an image of a server: its record now, as the user; its data by a flow. For a server that boots from a volume,
 * the image refers to volume snapshots. Resolves to its id.
 */
export const createImage = (deps: ImagingDeps) => {
  const { databases, clock, enforcer } = deps
  const begin = beginSnapshot(deps)
  return async (
    ctx: Context,
    located: LocatedServer,
    { name, metadata = {}, enforce }: ImageRequest,
  ): Promise<string> => {
    const { server, cellId } = located
    await requireImageMetadata(deps)(ctx, metadata)
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    const asked = { name, metadata, type: { image_type: 'snapshot' } }
    const disks =
      cellId === null ? [] : await blockDevices(await databases.cell(cellId), clock).ofServer(server.id)
    if (bootsFromVolume(disks)) {
      enforce('os_compute_api:servers:create_image:allow_volume_backed')
      return createVolumeImage(deps)(ctx, located, disks, { ...asked, type: {} })
    }
    return begin(ctx, located, { action, asked, order: (imageId) => ({ kind: 'create-image', imageId }) })
  }
}
