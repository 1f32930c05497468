import { createImage, deleteImage, listImages, showImage } from '@nimbo/contracts/image/images'
import type { Kind } from '../../cloud/find.ts'

/** Images: the response body is the image itself. */
export const imageKind: Kind = {
  service: 'image',
  list: listImages,
  show: showImage,
  create: createImage,
  remove: deleteImage,
  label: 'Image',
  byName: (name) => ({ name }),
}
