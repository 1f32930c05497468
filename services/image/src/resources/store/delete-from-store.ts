import { timestamp } from '@nimbo/kernel/clock'
import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Image } from '../image/image.ts'

/**
 * Deletes an image's data from one of its stores; throws for the last one, and while the image is copied: a copy that fails
 * removes the data from all stores that it was to write.
 */
export const deleteFromStore =
  (app: ImageApp) =>
  async (image: Image, storeId: string): Promise<void> => {
    const [store] = app.stores.writableOf([storeId])
    if (!store)
      throw errors.Conflict({ reason: `The selected store ${storeId} is not available on this node.` })
    if (image.status !== 'active' || image.location === null)
      throw errors.Conflict({
        reason: "It's not allowed to remove image data from store if image status is not 'active'",
      })
    if (!image.stores.includes(storeId))
      throw errors.Absent({ reason: `Image ${image.id} is not stored in store ${storeId}.` })
    if (image.stores.length === 1)
      throw errors.NotAllowed({
        reason:
          'Cannot delete image data from the only store containing it. Consider deleting the image instead.',
      })
    const stores = image.stores.filter((id) => id !== storeId)
    if (!(await app.images.relocate({ ...image, stores, updatedAt: timestamp(app.clock) }, image)))
      throw errors.Conflict({ reason: `The stores of image ${image.id} are being changed by others.` })
    await store.store.remove(image.location)
  }
