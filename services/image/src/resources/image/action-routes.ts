import * as operations from '@nimbo/contracts/image/images'
import { moveImage } from './move-image.ts'
import { updateImage } from './update-image.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

const deactivate = handle(operations.deactivateImage, async ({ app, ctx, found }) => {
  await moveImage(app)(ctx, found.image, 'deactivate')
})

const reactivate = handle(operations.reactivateImage, async ({ app, ctx, found }) => {
  await moveImage(app)(ctx, found.image, 'reactivate')
})

const addTag = handle(operations.addTag, async ({ app, ctx, found: { image }, params: { tag } }) => {
  const others = image.tags.filter((one) => one !== tag)
  await updateImage(app)(ctx, image, { tags: [...others, tag].sort() })
})

const removeTag = handle(operations.removeTag, async ({ app, ctx, found: { image }, params: { tag } }) => {
  const others = image.tags.filter((one) => one !== tag)
  if (others.length === image.tags.length) throw errors.TagNotFound({ tag, id: image.id })
  await updateImage(app)(ctx, image, { tags: others })
})

export const imageActions = [deactivate, reactivate, addTag, removeTag]
