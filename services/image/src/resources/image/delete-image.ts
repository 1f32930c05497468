import {
  deletedWithImage,
  imageKeyName,
  keyIdProperty,
  keyPolicyProperty,
} from '@nimbo/contracts/image/image-keys'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Image } from './image.ts'

/** Deletes an image and its data. The record is deleted last, so that after a crash in between it can be deleted again. */
export const deleteImage =
  (app: ImageApp) =>
  async (ctx: Context, image: Image): Promise<void> => {
    if (image.protected)
      throw errors.NotAllowed({ reason: `Image ${image.id} is protected and cannot be deleted.` })
    const upload = await app.uploads.of(image.id)
    for (const key of [image.location, image.staged, upload?.id]) if (key) await app.stores.forget(key)
    await deleteKey(app, ctx, image)
    await app.unit(async ({ images, notices }) => {
      await images.remove(image.id)
      await notices.image(ctx, 'delete', image)
    })
  }

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
