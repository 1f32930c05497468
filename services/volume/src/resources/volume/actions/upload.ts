import {
  deletedWithImage,
  imageKeyName,
  keyIdProperty,
  keyPolicyProperty,
} from '@nimbo/contracts/image/image-keys'
import { imageAttributes } from '@nimbo/contracts/volume/image-metadata'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { reverter } from '@nimbo/kernel/reverter'
import type { VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needVolume, requireAsSeen } from '../../../app/need.ts'
import { copyKey } from '../../../app/volume-keys.ts'
import { changeVolume } from '../../../db/volumes.ts'
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

const propertiesOf = ({ imageMetadata, size }: Volume): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(imageMetadata ?? {}).filter(([key]) => !imageAttributes.has(key))),
  min_disk: size,
})

/**
 * The properties of an image of an encrypted volume: its bytes are uploaded as they are, and the image gets its own copy of the
 * key.
 */
const keyFor = async (
  { keys }: VolumeApp,
  ctx: Context,
  imageId: string,
  { encryptionKeyId }: Volume,
): Promise<{ readonly [keyIdProperty]: string; readonly [keyPolicyProperty]: string } | undefined> =>
  encryptionKeyId === null
    ? undefined
    : {
        [keyIdProperty]: await copyKey(keys)(ctx, encryptionKeyId, imageKeyName(imageId)),
        [keyPolicyProperty]: deletedWithImage,
      }

/** Creates an image in the caller's name, and uploads the volume to it. */
export const uploadVolume =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    id: string,
    order: ImageOrder,
  ): Promise<{ readonly volume: Volume; readonly imageId: string }> => {
    const volume = await needVolume(app, ctx, id)
    const { status, host } = volume
    if (host === null || !(status === 'available' || (order.force && status === 'in-use'))) {
      throw errors.InvalidVolume({
        reason: `Volume ${id} status must be available${order.force ? ' or in-use' : ''}, but current status is: ${status}.`,
      })
    }
    if (order.diskFormat !== 'raw' || order.containerFormat !== 'bare')
      throw errors.InvalidInput({ reason: 'Volumes are uploaded as raw disks in bare containers only.' })
    const imageId = newId()
    await using undo = reverter()
    const key = await keyFor(app, ctx, imageId, volume)
    if (key) undo.add(() => app.keys.remove(ctx, key[keyIdProperty]))
    await app.images.create(ctx, {
      ...propertiesOf(volume),
      ...key,
      id: imageId,
      name: order.name,
      disk_format: order.diskFormat,
      container_format: order.containerFormat,
      ...(order.visibility === undefined ? {} : { visibility: order.visibility }),
      ...(order.isProtected === undefined ? {} : { protected: order.isProtected }),
    })
    // If no flow begins, nothing is uploaded to the image. Deleting the image also deletes its key.
    undo.add(() => app.images.remove(ctx, imageId))
    const { told } = await beginWork(app, ctx, async (trx) => {
      const change = { status: 'uploading', previous_status: status }
      if (!(await changeVolume(trx, id, [status], change, timestamp(app.clock))))
        throw errors.ConcurrentChange({ id })
      await requireAsSeen(trx, volume)
      const input = { volumeId: id, host: queueOf(host), imageId }
      const flowId = await insertFlow(trx, uploadImageFlow, { subject: id, ctx, clock: app.clock, input })
      return { flowId, told: await needVolume({ ...app, db: trx }, ctx, id) }
    })
    undo.keep()
    return { volume: told, imageId }
  }
