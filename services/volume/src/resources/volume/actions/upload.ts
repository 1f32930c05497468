import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needVolume } from '../../../app/need.ts'
import { changeVolume } from '../../../db/volumes.ts'
import { requirePlain } from '../../../domain/encryption.ts'
import type { Volume } from '../../../domain/volume.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { uploadImageFlow } from './upload-flow.ts'

export interface ImageOrder {
  readonly name: string
  readonly diskFormat: string
  readonly containerFormat: string
  readonly visibility?: string | undefined
  readonly isProtected?: boolean | undefined
  /** Also allows volumes in use, whose content may change meanwhile. */
  readonly force: boolean
}

/** Entries of `volume_image_metadata` that the new image must not get; the others, which say how it boots, it gets. */
const notForImages = new Set([
  ...['image_id', 'image_name', 'checksum', 'size', 'min_disk', 'min_ram', 'disk_format', 'container_format'],
  ...['os_hash_algo', 'os_hash_value', 'name'],
])

const propertiesOf = ({ imageMetadata, size }: Volume): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(imageMetadata ?? {}).filter(([key]) => !notForImages.has(key))),
  min_disk: size,
})

/** Creates an image in the caller's name, and uploads the volume to it. */
export const uploadVolume =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    id: string,
    order: ImageOrder,
  ): Promise<{ readonly volume: Volume; readonly imageId: string }> => {
    const volume = await needVolume(app, ctx, id)
    requirePlain(volume, 'made into an image')
    const { status, host } = volume
    if (host === null || !(status === 'available' || (order.force && status === 'in-use'))) {
      throw errors.InvalidVolume({
        reason: `Volume ${id} status must be available${order.force ? ' or in-use' : ''}, but current status is: ${status}.`,
      })
    }
    if (order.diskFormat !== 'raw' || order.containerFormat !== 'bare')
      throw errors.InvalidInput({ reason: 'Volumes are uploaded as raw disks in bare containers only.' })
    const { id: imageId } = await app.images.create(ctx, {
      ...propertiesOf(volume),
      name: order.name,
      disk_format: order.diskFormat,
      container_format: order.containerFormat,
      ...(order.visibility === undefined ? {} : { visibility: order.visibility }),
      ...(order.isProtected === undefined ? {} : { protected: order.isProtected }),
    })
    const begun = beginWork(app, ctx, async (trx) => {
      const change = { status: 'uploading', previous_status: status }
      if (!(await changeVolume(trx, id, [status], change, timestamp(app.clock))))
        throw errors.ConcurrentChange({ id })
      const input = { volumeId: id, host: queueOf(host), imageId, status }
      const flowId = await insertFlow(trx, uploadImageFlow, { subject: id, ctx, clock: app.clock, input })
      return { flowId, told: await needVolume({ ...app, db: trx }, ctx, id) }
    })
    try {
      return { volume: (await begun).told, imageId }
    } catch (error) {
      // No flow will upload to it.
      await app.images.remove(ctx, imageId)
      throw error
    }
  }
