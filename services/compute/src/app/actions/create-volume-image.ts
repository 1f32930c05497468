import { Readable } from 'node:stream'
import { createImage as action } from '@nimbo/contracts/compute/actions/create-image'
import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { StoredBlockDevice } from '../../db/servers/block-devices.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import { imageMapping, type MappedDisk } from '../../domain/images/image-mapping.ts'
import { madeForImage } from '../../domain/images/made-for-image.ts'
import { type SnapshotRequest, snapshotImage } from '../../domain/images/snapshot-image.ts'
import { errors } from '../../errors.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ImagingDeps } from './imaging-deps.ts'
import { type Unrecorded, untilRecorded } from './until-recorded.ts'

/** Nova's event name for the work of its API on such an image. */
const event = 'api_snapshot_instance'

interface Wanted {
  readonly id: string
  readonly disks: readonly StoredBlockDevice[]
  readonly asked: SnapshotRequest
}

/** Takes a snapshot of each volume, one after the other. */
const takeSnapshots =
  ({ clients: { volumeSources } }: ImagingDeps, image: Unrecorded) =>
  async (ctx: Context, { id, disks, asked }: Wanted): Promise<readonly MappedDisk[]> => {
    const mapped: MappedDisk[] = []
    for (const disk of disks) {
      const { volumeId } = disk
      if (volumeId === undefined) {
        mapped.push({ disk })
        continue
      }
      const wanted = { volumeId, name: `snapshot for ${asked.name}`, metadata: { [madeForImage]: id } }
      const snapshot = await image.make(
        () => volumeSources.createSnapshot(ctx, wanted),
        (made) => volumeSources.removeSnapshot(ctx, made.id),
      )
      mapped.push({ disk, snapshot })
    }
    return mapped
  }

/** Records the action as successful: unlike for other images, no flow has to do anything. */
const recordMade =
  ({ databases, clock }: ImagingDeps, image: Unrecorded) =>
  async (ctx: Context, cellId: string, serverId: string): Promise<void> => {
    await allOrNone(await databases.cell(cellId), async (trx) => {
      const actions = instanceActions(trx, clock)
      await actions.begin(ctx, serverId, action.name)
      await actions.beginEvent(ctx, serverId, { event })
      await actions.endEvent(ctx, serverId, event, { result: 'Success' })
      await image.record(trx)
    })
    image.keep()
  }

/**
 * Creates an image of a server that boots from a volume: it has no data and refers to new snapshots of the volumes. The
 * API creates all of them before it answers, as the user; if one fails, all are removed.
 */
export const createVolumeImage = (deps: ImagingDeps) => {
  const { clients, config } = deps
  const { imageMaker } = clients
  const announce = untilRecorded(deps)
  return async (
    ctx: Context,
    { server, cellId }: LocatedServer,
    disks: readonly StoredBlockDevice[],
    asked: SnapshotRequest,
  ): Promise<string> => {
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const id = newId()
    const about = { serverId: server.id, cellId, action: action.name }
    await using image = await announce(ctx, { ...about, made: { kind: 'volume-image', imageId: id } })
    const mapped = await takeSnapshots(deps, image)(ctx, { id, disks, asked })
    const attributes = {
      ...snapshotImage(server, asked, config.DEFAULT.non_inheritable_image_properties),
      ...imageMapping(server, mapped),
    }
    await image.make(
      () => imageMaker.create(ctx, { ...attributes, id }),
      () => imageMaker.remove(ctx, id),
    )
    await imageMaker.upload(ctx, id, { diskFormat: 'raw', bytes: Readable.from([]) })
    await recordMade(deps, image)(ctx, cellId, server.id)
    return id
  }
}
