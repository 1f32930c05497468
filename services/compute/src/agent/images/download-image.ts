import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImageClient } from '@nimbo/clients/image'
import type { ImageSignature } from '@nimbo/contracts/compute-rpc/image-signature'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { errors } from '../agent-errors.ts'
import { signatureCheck } from './signatures/signature-check.ts'

/** The properties of an image that a download needs. */
export interface WantedImage {
  readonly id: string
  readonly diskFormat: string | null
  readonly hashAlgo: string | null
  readonly hashValue: string | null
  readonly signature?: ImageSignature
}

interface Deps {
  readonly images: Pick<ImageClient, 'download'>
  readonly clock: Clock
  /** How often a failed download is tried again. */
  readonly retries: number
}

const retryAfterMs = 1_000

/** Whether a download may succeed another time: the connection broke, or the image service failed or was away. */
const isPassing = (error: unknown): boolean =>
  isRemote(error)
    ? Number(error.details.status) >= 500
    : !isFault(error) || error.code === 'ServiceUnreachable'

const defaultHash = 'sha512'
/** Readable by this process only; libvirt changes the owner of a disk and its backing files to QEMU's user. */
const privateMode = 0o600

/** A partial download without progress for this many milliseconds counts as abandoned. */
const abandonedAfterMs = 3_600_000

/** Removes partial downloads left by processes that were killed. */
const removeAbandoned = async (path: string, clock: Clock): Promise<void> => {
  const beginning = `${basename(path)}.`
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(beginning) || !name.endsWith('.part')) continue
    const part = join(dirname(path), name)
    // The download may end, and its file be renamed, before this call.
    const written = await stat(part).catch(() => undefined)
    if (written !== undefined && clock.now() - written.mtimeMs > abandonedAfterMs)
      await rm(part, { force: true })
  }
}

interface Wanted {
  readonly image: WantedImage
  readonly path: string
}

/**
 * Downloads an image to a temporary file beside `path`, verifies its hash and signature while writing, and calls `use` with the
 * file; then deletes the file unless it was renamed. A download that broke off is tried again.
 */
export const downloadImage = async <Result>(
  deps: Deps,
  ctx: Context,
  wanted: Wanted,
  use: (part: string) => Promise<Result>,
): Promise<Result> => {
  for (let left = deps.retries; ; left -= 1) {
    let isThere = false
    try {
      return await downloadOnce(deps, ctx, wanted, (part) => {
        isThere = true
        return use(part)
      })
    } catch (error) {
      if (left <= 0 || isThere || !isPassing(error)) throw error
      await pause(deps.clock, retryAfterMs)
    }
  }
}

const downloadOnce = async <Result>(
  { images, clock }: Deps,
  ctx: Context,
  { image, path }: Wanted,
  use: (part: string) => Promise<Result>,
): Promise<Result> => {
  // Agents on the same machine share the cache, so each download has its own file.
  const part = `${path}.${randomUUID()}.part`
  const signed = image.signature && signatureCheck(image.id, image.signature, { now: clock.now() })
  const hash = createHash(image.hashAlgo ?? defaultHash)
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      signed?.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await removeAbandoned(path, clock)
    const bytes = await images.download(ctx, image.id)
    await pipeline(bytes, hashing, createWriteStream(part, { mode: privateMode }))
    if (image.hashValue !== null && hash.digest('hex') !== image.hashValue)
      throw errors.ImageCorrupt({ imageId: image.id })
    signed?.finish()
    return await use(part)
  } finally {
    await rm(part, { force: true })
  }
}
