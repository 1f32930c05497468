import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImageClient } from '@nimbo/clients/image'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { errors } from '../agent-errors.ts'

/** An image as far as fetching it goes. */
export interface WantedImage {
  readonly id: string
  readonly diskFormat: string | null
  readonly hashAlgo: string | null
  readonly hashValue: string | null
}

interface Deps {
  readonly images: Pick<ImageClient, 'download'>
  readonly clock: Clock
}

const defaultHash = 'sha512'
/** For this process alone; libvirt hands a disk over to the user that QEMU runs as, and those below it. */
const privateMode = 0o600

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

/**
 * Downloads an image beside `path`, and has `use` do something with the file once its hash is right; afterwards the file is gone,
 * unless it has got another name. Hashes while it writes, so the bytes are read once.
 */
export const downloadImage = async <Result>(
  { images, clock }: Deps,
  ctx: Context,
  { image, path }: { readonly image: WantedImage; readonly path: string },
  use: (part: string) => Promise<Result>,
): Promise<Result> => {
  // Agents that share a machine share its images: each downloads into a file of its own.
  const part = `${path}.${randomUUID()}.part`
  const hash = createHash(image.hashAlgo ?? defaultHash)
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await removeAbandoned(path, clock)
    const bytes = await images.download(ctx, image.id)
    await pipeline(bytes, hashing, createWriteStream(part, { mode: privateMode }))
    if (image.hashValue !== null && hash.digest('hex') !== image.hashValue)
      throw errors.ImageCorrupt({ imageId: image.id })
    return await use(part)
  } finally {
    await rm(part, { force: true })
  }
}
