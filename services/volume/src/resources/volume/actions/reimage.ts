import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needVolume } from '../../../app/need.ts'
import { changeVolume } from '../../../db/volumes.ts'
import { requirePlain } from '../../../domain/encryption.ts'
import { imageMetadataOf, requireFits, type SourceImage } from '../../../domain/image-source.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { reimageVolumeFlow } from './reimage-flow.ts'

/** Overwrites a volume with an image; a `reserved` volume only if the caller may. */
export const reimageVolume =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    id: string,
    imageId: string,
    { reserved }: { readonly reserved: boolean },
  ): Promise<void> => {
    const volume = await needVolume(app, ctx, id)
    requirePlain(volume, 'given the content of an image')
    const image = (await app.images.show(ctx, imageId)) as SourceImage | undefined
    if (!image)
      throw errors.BadRequest({ reason: 'Invalid image identifier or unable to access requested image.' })
    requireFits(image, volume.size)
    const status = volume.status === 'reserved' ? 'reserved' : 'available'
    const from = reserved ? (['available', 'error', 'reserved'] as const) : (['available', 'error'] as const)
    const { host } = volume
    await beginWork(app, ctx, async (trx) => {
      const change = { status: 'downloading', previous_status: status }
      if (host === null || !(await changeVolume(trx, id, from, change, timestamp(app.clock)))) {
        throw errors.InvalidVolume({
          reason: `Volume ${id} status must be ${from.join(' or ')} to be given an image, but is ${volume.status}.`,
        })
      }
      const flowId = await insertFlow(trx, reimageVolumeFlow, {
        subject: id,
        ctx,
        clock: app.clock,
        input: {
          ...{ volumeId: id, host: queueOf(host), sizeGb: volume.size, imageId, status },
          format: image.disk_format ?? 'raw',
          imageMetadata: imageMetadataOf(image),
        },
      })
      return { flowId }
    })
  }
