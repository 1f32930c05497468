import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskAsItIs } from '@nimbo/image-conversion/disk-drivers'
import { errors } from '@nimbo/image-conversion/errors'
import type { ImageConverter } from '@nimbo/image-conversion/image-converter'
import { bytesOfFile } from '@nimbo/image-format/image-bytes'
import { hostRules, inspectImage } from '@nimbo/image-format/inspect-image'
import { requireDiskFormat } from '@nimbo/image-format/require-disk-format'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { withDeadline } from '@nimbo/kernel/deadline'
import { privateMode } from './sparse-file.ts'

/** An image's data with its claimed `disk_format`. */
interface ImageContent {
  readonly content: Readable
  readonly format: string
}

/** For how long nothing of an image may arrive, in milliseconds; in all it takes as long as the image is large. */
const stillMs = 3_600_000

/** Where an image is downloaded before it is converted into `target`. */
export const downloadFor = (target: string): string => `${target}.image`

/**
 * Writes an image to `target` as a raw disk of at most `most` bytes. Images are untrusted: only the claimed format is accepted,
 * and no references to other files.
 */
export const imageToRaw = async (
  converter: ImageConverter,
  { content, format }: ImageContent,
  { target, most }: { readonly target: string; readonly most: number },
  clock: Clock = systemClock,
): Promise<void> => {
  const receive = async (path: string): Promise<void> => {
    await rm(path, { force: true })
    const file = createWriteStream(path, { flags: 'wx', mode: privateMode })
    await pipeline(content, bounded(most, clock), file)
  }
  if (isDiskAsItIs(format)) {
    await receive(target)
    await requireFormat(target, format)
    return
  }
  const source = downloadFor(target)
  try {
    await receive(source)
    await converter.toRaw({ source, format, target, most })
  } finally {
    await rm(source, { force: true })
  }
}

const requireFormat = async (path: string, format: string): Promise<void> => {
  await using file = await open(path)
  requireDiskFormat(format, (await inspectImage(await bytesOfFile(file), hostRules)).format)
}

/** Limits a stream so that it cannot fill the disk, and ends one that stands still. */
const bounded = (most: number, clock: Clock) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const chunks = source[Symbol.asyncIterator]()
    for (let seen = 0; ; ) {
      const next = await withDeadline('the next part of an image', stillMs, chunks.next(), clock)
      if (next.done === true) return
      seen += next.value.length
      if (seen > most) throw errors.ImageTooLarge({ virtualSize: seen, most })
      yield next.value
    }
  }
