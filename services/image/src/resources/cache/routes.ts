import * as operations from '@nimbo/contracts/image/cache'
import type { ImageApp } from '../../app/app.ts'
import type { CachedImageRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import type { ImageCache } from './image-cache.ts'

const cacheOf = ({ cache }: ImageApp): ImageCache => {
  if (!cache) throw errors.CachingUnsupported()
  return cache
}

const seconds = (instant: string): number => Date.parse(instant) / 1000

const view = (copy: CachedImageRow): operations.CachedImageView => ({
  image_id: copy.image_id,
  size: copy.size,
  hits: copy.hits,
  last_accessed: seconds(copy.last_accessed),
  last_modified: seconds(copy.last_modified),
})

const show = handle(operations.showCache, async ({ app }) => {
  const copies = await cacheOf(app).copies.list()
  return {
    cached_images: copies.filter(({ key }) => key !== null).map(view),
    queued_images: copies.filter(({ key }) => key === null).map(({ image_id }) => image_id),
  }
})

const queue = handle(operations.queueImage, async ({ app, found: { image } }) => {
  const cache = cacheOf(app)
  if (image.status !== 'active')
    throw errors.Invalid({ reason: 'Only images with status active can be targeted for queueing' })
  await cache.queue(image.id)
})

const remove = handle(operations.uncacheImage, async ({ app, params: { image_id } }) => {
  const cache = cacheOf(app)
  const copy = await cache.copies.find(image_id)
  if (copy) return cache.drop(copy)
  const image = await app.images.findRow(image_id)
  if (!image) throw errors.ImageNotFound({ id: image_id })
})

const clear = handle(operations.clearCache, async ({ app, request }) => {
  const cache = cacheOf(app)
  const target = request.headers['x-image-cache-clear-target']?.toLowerCase() ?? ''
  if (!['', 'cache', 'queue'].includes(target))
    throw errors.Invalid({
      reason: "If provided 'x-image-cache-clear-target' must be 'cache', 'queue' or empty string.",
    })
  for (const copy of await cache.copies.list())
    if (target === '' || (target === 'queue') === (copy.key === null)) await cache.drop(copy)
})

const clean = handle(operations.cleanCache, async ({ app }) => {
  await cacheOf(app).clean()
})

const prune = handle(operations.pruneCache, async ({ app }) => {
  const { files, bytes } = await cacheOf(app).prune()
  return { total_files_pruned: files, total_bytes_pruned: bytes }
})

const nodes = handle(operations.listCachedNodes, async ({ app, found }) => ({
  cached_nodes: await cacheOf(app).copies.nodesOf(found.image.id),
}))

export const cacheRoutes = [show, queue, remove, clear, clean, prune, nodes]
