import type { Readable } from 'node:stream'
import type { Clock } from '@nimbo/kernel/clock'
import { timestamp } from '@nimbo/kernel/clock'
import type { CachedImageRow } from '../../db/tables.ts'
import type { ByteRange, ImageStore } from '../../driver/image-store.ts'
import type { Image } from '../image/image.ts'
import type { CachedImages } from './cached-images.ts'

/** Copies of images that a machine keeps for itself, so that who reads there does not ask a store far away. */
export interface ImageCache {
  readonly copies: CachedImages
  /** The bytes, or a part of them, where there is a copy; else one will be made for whoever comes next. */
  read(image: Image, range: ByteRange | undefined): Promise<Readable | undefined>
  /** Has a copy be made. */
  queue(imageId: string): Promise<void>
  /** Keeps the bytes as the copy of an image. */
  fill(image: Image, data: AsyncIterable<Uint8Array>): Promise<void>
  drop(copy: CachedImageRow): Promise<void>
  /** Drops copies of images that are gone. */
  clean(): Promise<void>
  /** Drops what was read least lately, until the others have room. */
  prune(): Promise<{ readonly files: number; readonly bytes: number }>
}

interface CacheDeps {
  readonly copies: CachedImages
  readonly store: ImageStore
  readonly clock: Clock
  readonly mostBytes: number
  /** Told that there is something to be copied. */
  readonly wanted: () => void
}

export const imageCache = ({ copies, store, clock, mostBytes, wanted }: CacheDeps): ImageCache => {
  const queue = async (imageId: string): Promise<void> => {
    await copies.queue(imageId, timestamp(clock))
    wanted()
  }
  // The file goes last: a copy that nobody knows of is found by its name when the image is copied again.
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
        // Whoever cleared the directory by hand has the store asked, and a copy made anew.
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
