import type { Context } from '@nimbo/kernel/context'
import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Image } from './image.ts'
import { refuseOverLimits } from './image-limits.ts'

/**
 * Inserts a new image, without data. Throws `ImageExists` for the id of a deleted image, too: whoever still refers to the
 * deleted image must not get the data of another project.
 */
export const keepImage =
  (app: ImageApp) =>
  async (ctx: Context, image: Image): Promise<Image> => {
    refuseOverLimits(app, image)
    await app.quota.enforce(ctx, image.owner, 'image_count_total', 1)
    await app.unit(async ({ images, notices }) => {
      if ((await images.wasDeleted(image.id)) || !(await images.insert(image)))
        throw errors.ImageExists({ id: image.id })
      await notices.image(ctx, 'create', image)
    })
    return image
  }
