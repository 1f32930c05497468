import type { Context } from '@nimbo/kernel/context'
import type { Image } from './image.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'

/** Deletes an image and its data. The record is deleted last, so that after a crash in between it can be deleted again. */
export const deleteImage =
  (app: ImageApp) =>
  async (ctx: Context, image: Image): Promise<void> => {
    if (image.protected)
      throw errors.NotAllowed({ reason: `Image ${image.id} is protected and cannot be deleted.` })
    const upload = await app.uploads.of(image.id)
    for (const key of [image.location, image.staged, upload?.id]) if (key) await app.stores.forget(key)
    await app.unit(async ({ images, notices }) => {
      await images.remove(image.id)
      await notices.image(ctx, 'delete', image)
    })
  }
