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
 * Deletes an image and its data. The record is deleted last, so that after a crash in between it can be deleted again; and only if
 * it names no other data by then, since an upload or a copy may end meanwhile.
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

/** False if the image has other data than `row` by now. */
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
 * Deletes the key of an encrypted volume that was uploaded. Only if it was made for this image: users can name any key in the
 * properties, and this service may delete those of all volumes.
 */
const deleteKey = async ({ keys, log }: ImageApp, ctx: Context, { id, properties }: Image): Promise<void> => {
  const keyId = properties[keyIdProperty]
  if (keyId === undefined || properties[keyPolicyProperty] !== deletedWithImage) return
  try {
    if ((await keys.named(ctx, imageKeyName(id))) === keyId) await keys.remove(ctx, keyId)
    else
      log.warn({ image: id, keyId }, 'the encryption key of a deleted image was not made for it, and stays')
  } catch (error) {
    log.warn({ image: id, keyId, reason: messageOf(error) }, 'the encryption key of a deleted image stays')
  }
}
