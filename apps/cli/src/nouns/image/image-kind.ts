import { createImage, deleteImage, listImages, showImage } from '@nimbo/contracts/image/images'
import type { Kind } from '../../cloud/find.ts'

/** Images: one is its whole body. */
export const imageKind: Kind = {
  service: 'image',
  list: listImages,
  show: showImage,
  create: createImage,
  remove: deleteImage,
  label: 'Image',
  byName: (name) => ({ name }),
}
