import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImageClient } from '@nimbo/clients/image'
import type { Context } from '@nimbo/kernel/context'
import { errors } from './agent-errors.ts'

/** An image as far as fetching it goes. */
export interface WantedImage {
  readonly id: string
  readonly hashAlgo: string | null
  readonly hashValue: string | null
}

/** Images this host has, each a file named by its id, whole and checked. */
export interface ImageCache {
  /** Path of the image's file; downloaded if need be, once however many ask at a time. */
  fetch(ctx: Context, image: WantedImage): Promise<string>
}

export const imageCache = (directory: string, images: Pick<ImageClient, 'download'>): ImageCache => {
  const underWay = new Map<string, Promise<void>>()
  return {
    fetch: async (ctx, image) => {
      const path = join(directory, image.id)
      if (await exists(path)) return path
      const fetching =
        underWay.get(path) ?? download(images, ctx, image, path).finally(() => underWay.delete(path))
      underWay.set(path, fetching)
      await fetching
      return path
    },
  }
}

const exists = async (path: string): Promise<boolean> => {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

const defaultHash = 'sha512'
/** Guests' disks are layers over these files, and the hypervisor reads them as a user of its own. */
const readableMode = 0o644

/** Hashes while it writes, so the bytes are read once; the file gets its name only when the hash is right. */
const download = async (
  images: Pick<ImageClient, 'download'>,
  ctx: Context,
  { id, hashAlgo, hashValue }: WantedImage,
  path: string,
): Promise<void> => {
  const part = `${path}.part`
  const hash = createHash(hashAlgo ?? defaultHash)
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await mkdir(join(path, '..'), { recursive: true })
    await pipeline(await images.download(ctx, id), hashing, createWriteStream(part, { mode: readableMode }))
    if (hashValue !== null && hash.digest('hex') !== hashValue) throw errors.ImageCorrupt({ imageId: id })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
