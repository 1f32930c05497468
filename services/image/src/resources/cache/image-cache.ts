import type { Readable } from 'node:stream'
import type { Clock } from '@nimbo/kernel/clock'
import { timestamp } from '@nimbo/kernel/clock'
import type { CachedImageRow } from '../../db/tables.ts'
import type { ByteRange, ImageStore } from '../../driver/image-store.ts'
import type { Image } from '../image/image.ts'
import type { CachedImages } from './cached-images.ts'

/** The image cache of a host, which saves reading from a distant store. */
export interface ImageCache {
  readonly copies: CachedImages
  /** Reads a cached image, or a range of it; undefined if it is not cached, in which case it is queued. */
  read(image: Image, range: ByteRange | undefined): Promise<Readable | undefined>
  /** Queues an image for caching. */
  queue(imageId: string): Promise<void>
  /** Stores the data of an image in the cache. */
  fill(image: Image, data: AsyncIterable<Uint8Array>): Promise<void>
  drop(copy: CachedImageRow): Promise<void>
  /** Removes images that were deleted. */
  clean(): Promise<void>
  /** Removes the least recently read images until the size limit is met. */
  prune(): Promise<{ readonly files: number; readonly bytes: number }>
}

interface CacheDeps {
  readonly copies: CachedImages
  readonly store: ImageStore
  readonly clock: Clock
  readonly mostBytes: number
  /** Called when an image was queued. */
  readonly wanted: () => void
}

export const imageCache = ({ copies, store, clock, mostBytes, wanted }: CacheDeps): ImageCache => {
  const queue = async (imageId: string): Promise<void> => {
    await copies.queue(imageId, timestamp(clock))
    wanted()
  }
  // The file is removed last: if the process ends before, caching the image again overwrites the file.
  const drop = async ({ image_id, key }: CachedImageRow): Promise<void> => {
    await copies.remove(image_id)
    if (key !== null) await store.remove(key)
  }
  return {
    copies,
    queue,
    drop,
    read: async (image, range) => {
      const copy = await copies.find(image.id)
      if (!copy) await queue(image.id)
      if (!copy?.key || copy.key !== image.location) return undefined
      try {
        const data = await store.read(copy.key, range)
        await copies.hit(image.id, timestamp(clock))
        return data
      } catch {
        // The file may have been deleted by hand: the image is read from its store and can be cached again.
        await copies.remove(image.id)
        return undefined
      }
    },
    fill: async ({ id, location: key, size }, data) => {
      if (key === null) return
      await store.write(key, data)
      if (!(await copies.filled(id, { key, size: size ?? 0, now: timestamp(clock) }))) await store.remove(key)
    },
    clean: async () => {
      for (const copy of await copies.orphans()) await drop(copy)
    },
    prune: async () => {
      const kept = (await copies.list()).filter(({ key }) => key !== null)
      let used = kept.reduce((sum, { size }) => sum + size, 0)
      let [files, bytes] = [0, 0]
      for (const copy of kept) {
        if (used <= mostBytes) break
        await drop(copy)
        used -= copy.size
        files += 1
        bytes += copy.size
      }
      return { files, bytes }
    },
  }
}
