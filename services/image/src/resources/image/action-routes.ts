import * as operations from '@nimbo/contracts/image/images'
import type { Image } from './image.ts'
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

const without = (tag: string, { tags }: Image): string[] => tags.filter((one) => one !== tag)

const addTag = handle(operations.addTag, async ({ app, ctx, found, params: { tag } }) => {
  await updateImage(app)(ctx, found.image, (image) => ({
    ...image,
    tags: [...without(tag, image), tag].sort(),
  }))
})

const removeTag = handle(operations.removeTag, async ({ app, ctx, found, params: { tag } }) => {
  await updateImage(app)(ctx, found.image, (image) => {
    if (!image.tags.includes(tag)) throw errors.TagNotFound({ tag, id: image.id })
    return { ...image, tags: without(tag, image) }
  })
})

export const imageActions = [deactivate, reactivate, addTag, removeTag]
