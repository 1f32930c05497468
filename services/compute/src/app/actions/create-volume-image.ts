import { Readable } from 'node:stream'
import { createImage as action } from '@nimbo/contracts/compute/actions/create-image'
import type { Context } from '@nimbo/kernel/context'
import { reverter } from '@nimbo/kernel/reverter'
import type { StoredBlockDevice } from '../../db/servers/block-devices.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import { imageMapping } from '../../domain/images/image-mapping.ts'
import { type SnapshotRequest, snapshotImage } from '../../domain/images/snapshot-image.ts'
import { errors } from '../../errors.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ImagingDeps } from './imaging-deps.ts'

/**
 * Creates an image of a server that boots from a volume: it has no data and refers to new snapshots of the volumes. All
 * are created at once, as the user; if one fails, all are removed.
 */
export const createVolumeImage =
  ({ clients, config, databases, clock }: ImagingDeps) =>
  async (
    ctx: Context,
    { server, cellId }: LocatedServer,
    disks: readonly StoredBlockDevice[],
    asked: SnapshotRequest,
  ): Promise<string> => {
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const { volumeSources, imageMaker } = clients
    await using undo = reverter()
    const mapped = []
    for (const disk of disks) {
      if (disk.volumeId === undefined) {
        mapped.push({ disk })
        continue
      }
      const name = `snapshot for ${asked.name}`
      const snapshot = await volumeSources.createSnapshot(ctx, { volumeId: disk.volumeId, name })
      undo.add(() => volumeSources.removeSnapshot(ctx, snapshot.id))
      mapped.push({ disk, snapshot })
    }
    const { id } = await imageMaker.create(ctx, {
      ...snapshotImage(server, asked, config.DEFAULT.non_inheritable_image_properties),
      ...imageMapping(server, mapped),
    })
    undo.add(() => imageMaker.remove(ctx, id))
    await imageMaker.upload(ctx, id, { diskFormat: 'raw', bytes: Readable.from([]) })
    await instanceActions(await databases.cell(cellId), clock).begin(ctx, server.id, action.name)
    undo.keep()
    return id
  }
