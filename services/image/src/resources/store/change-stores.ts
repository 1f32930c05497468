import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'

const mostTries = 10

/** Changes the stores of an image, and retries if they were changed concurrently. Does nothing if the image was deleted. */
export const changeStores = async (
  { images, imports }: Pick<ImageApp, 'images' | 'imports'>,
  imageId: string,
  change: (stores: readonly string[]) => readonly string[],
): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const image = await images.find(imageId, { projectId: undefined, isAdmin: true })
    if (!image || (await imports.moveStores(imageId, image.stores, change(image.stores)))) return
  }
  throw errors.Conflict({ reason: `The stores of image ${imageId} are being changed by others.` })
}
