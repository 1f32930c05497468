import {
  deletedWithImage,
  imageKeyName,
  keyIdProperty,
  keyPolicyProperty,
} from '@nimbo/contracts/image/image-keys'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { ImageApp } from '../../app/app.ts'
import type { ImageRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import type { Image } from './image.ts'

const mostTries = 10

/**
 * Deletes an image and its data. The record is deleted last, so that after a crash in between it can be deleted again; and only
 * if the image still has the same data, since an upload or a copy may end meanwhile.
 */
export const deleteImage =
  (app: ImageApp) =>
  async (ctx: Context, image: Image): Promise<void> => {
    if (image.protected)
      throw errors.NotAllowed({ reason: `Image ${image.id} is protected and cannot be deleted.` })
    for (let tries = 0; tries < mostTries; tries += 1) {
      const row = await app.images.findRow(image.id)
      if (row === undefined) throw errors.ImageNotFound({ id: image.id })
      for (const key of [row.location, row.staged, row.upload_id]) if (key) await app.stores.forget(key)
      if (tries === 0) await deleteKey(app, ctx, image)
      if (await deleteRecord(app, ctx, image, row)) return
    }
    throw errors.Conflict({ reason: `Image ${image.id} is being changed by others.` })
  }

/** Deletes the record; false if the data of the image has changed since `row` was read. */
const deleteRecord = (
  { unit, clock }: ImageApp,
  ctx: Context,
  image: Image,
  row: ImageRow,
): Promise<boolean> =>
  unit(async ({ images, notices }) => {
    const removed = await images.remove(row)
    if (!removed) return false
    await images.remember(image.id, timestamp(clock))
    await notices.image(ctx, 'delete', image)
    return true
  })

/**
 * Deletes the key of an image that was made from an encrypted volume, but only if the key was created for this image: users can
 * write any key's id into the properties, and this service is allowed to delete the keys of all volumes.
 */
const deleteKey = async ({ keys, log }: ImageApp, ctx: Context, { id, properties }: Image): Promise<void> => {
  const keyId = properties[keyIdProperty]
  if (keyId === undefined || properties[keyPolicyProperty] !== deletedWithImage) return
  try {
    if ((await keys.named(ctx, imageKeyName(id))) === keyId) await keys.remove(ctx, keyId)
    else
      log.warn({ image: id, keyId }, 'the encryption key was not created for the deleted image and is kept')
  } catch (error) {
    log.warn(
      { image: id, keyId, reason: messageOf(error) },
      'could not delete the encryption key of a deleted image',
    )
  }
}
