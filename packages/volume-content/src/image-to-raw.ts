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
import { privateMode } from './sparse-file.ts'

/** An image's data with its claimed `disk_format`. */
interface ImageContent {
  readonly content: Readable
  readonly format: string
}

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
): Promise<void> => {
  if (isDiskAsItIs(format)) {
    await receive(content, target, most)
    await requireFormat(target, format)
    return
  }
  const source = downloadFor(target)
  try {
    await receive(content, source, most)
    await converter.toRaw({ source, format, target, most })
  } finally {
    await rm(source, { force: true })
  }
}

const receive = async (content: Readable, path: string, most: number): Promise<void> => {
  await rm(path, { force: true })
  await pipeline(content, bounded(most), createWriteStream(path, { flags: 'wx', mode: privateMode }))
}

const requireFormat = async (path: string, format: string): Promise<void> => {
  await using file = await open(path)
  requireDiskFormat(format, (await inspectImage(await bytesOfFile(file), hostRules)).format)
}

/** Limits a stream so that it cannot fill the disk. */
const bounded = (most: number) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let seen = 0
    for await (const chunk of source) {
      seen += chunk.length
      if (seen > most) throw errors.ImageTooLarge({ virtualSize: seen, most })
      yield chunk
    }
  }
