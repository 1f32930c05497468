import type { Image } from '../domain/image.ts'
import { errors } from '../errors.ts'
import type { ImageApp } from './app.ts'

/** Removes a record and its data. The record goes last, so that a crash between leaves something to delete again. */
export const deleteImage =
  (app: ImageApp) =>
  async (image: Image): Promise<void> => {
    if (image.protected)
      throw errors.NotAllowed({ reason: `Image ${image.id} is protected and cannot be deleted.` })
    await app.store.remove(image.id)
    await app.images.remove(image.id)
  }
