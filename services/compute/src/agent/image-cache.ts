import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImageClient } from '@nimbo/clients/image'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
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

export const imageCache = (
  directory: string,
  images: Pick<ImageClient, 'download'>,
  clock: Clock = systemClock,
): ImageCache => {
  const underWay = new Map<string, Promise<void>>()
  return {
    fetch: async (ctx, image) => {
      const path = join(directory, image.id)
      // Each build asks; a trip to another thread would take ten times as long as the look.
      if (existsSync(path)) return path
      const fetching =
        underWay.get(path) ??
        download({ images, clock }, ctx, image, path).finally(() => underWay.delete(path))
      underWay.set(path, fetching)
      await fetching
      return path
    },
  }
}

const defaultHash = 'sha512'
/** Guests' disks are layers over these files, and the hypervisor reads them as a user of its own. */
const readableMode = 0o644

/** No download pauses for so long. */
const abandonedAfterMs = 3_600_000

/** Removes what downloads of an image left that were killed. */
const removeAbandoned = async (path: string, clock: Clock): Promise<void> => {
  const beginning = `${basename(path)}.`
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(beginning) || !name.endsWith('.part')) continue
    const part = join(dirname(path), name)
    // It may end, and get its name, while it is looked at.
    const written = await stat(part).catch(() => undefined)
    if (written !== undefined && clock.now() - written.mtimeMs > abandonedAfterMs)
      await rm(part, { force: true })
  }
}

/** Hashes while it writes, so the bytes are read once; the file gets its name only when the hash is right. */
const download = async (
  { images, clock }: { readonly images: Pick<ImageClient, 'download'>; readonly clock: Clock },
  ctx: Context,
  { id, hashAlgo, hashValue }: WantedImage,
  path: string,
): Promise<void> => {
  // Agents that share a machine share its images: each downloads into a file of its own.
  const part = `${path}.${randomUUID()}.part`
  const hash = createHash(hashAlgo ?? defaultHash)
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await mkdir(dirname(path), { recursive: true })
    await removeAbandoned(path, clock)
    await pipeline(await images.download(ctx, id), hashing, createWriteStream(part, { mode: readableMode }))
    if (hashValue !== null && hash.digest('hex') !== hashValue) throw errors.ImageCorrupt({ imageId: id })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
