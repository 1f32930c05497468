import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { ImageApp } from '../../app/app.ts'
import type { ImageCache } from './image-cache.ts'

const everyMs = 30_000

/** Caches the queued images one after the other, removes deleted ones, and prunes the cache. */
export const keepCache = (app: ImageApp, cache: ImageCache): Reconciler =>
  reconciler({
    name: 'image cache',
    everyMs,
    clock: app.clock,
    log: app.log,
    run: async (stopping) => {
      await cache.clean()
      for (const { image_id, key } of await cache.copies.list()) {
        if (key !== null) continue
        if (stopping.aborted) return
        await copyImage(app, cache, image_id)
      }
      await cache.prune()
    },
  })

const copyImage = async ({ images, stores, log }: ImageApp, cache: ImageCache, id: string): Promise<void> => {
  const image = await images.find(id, { projectId: undefined, isAdmin: true })
  const [source] = stores.having(image?.stores ?? [])
  if (!image?.location || !source) return cache.copies.remove(id)
  try {
    await cache.fill(image, await source.store.read(image.location))
  } catch (error) {
    log.warn({ image: id, error }, 'an image could not be copied into the cache')
    await cache.copies.remove(id)
  }
}
