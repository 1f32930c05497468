import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runQemuImg } from './run-qemu-img.ts'

/** Image formats by the names of `qemu-img`; ISO images are raw disks to it. */
const qemuFormats: Readonly<Record<string, string>> = {
  raw: 'raw',
  iso: 'raw',
  qcow2: 'qcow2',
  vmdk: 'vmdk',
  vdi: 'vdi',
  vhd: 'vpc',
  vhdx: 'vhdx',
}

const convertTimeoutMs = 1_800_000
const infoTimeoutMs = 30_000

interface ImageInfo {
  readonly 'virtual-size': number
  readonly 'backing-filename'?: string
  readonly 'format-specific'?: { readonly data?: { readonly 'data-file'?: string } }
}

/**
 * Writes an image's bytes to `target` as a raw disk. Only the claimed format is tried, and an image that names other
 * files of this host is refused: its owner chose what it says.
 */
export const imageToRaw = async (
  { content, format }: { readonly content: Readable; readonly format: string },
  target: string,
  maxBytes: number,
): Promise<void> => {
  const qemuFormat = qemuFormats[format]
  if (qemuFormat === undefined) throw new Error(`images of format ${format} cannot be written to a volume`)
  if (qemuFormat === 'raw') return pipeline(content, bounded(maxBytes), createWriteStream(target))
  const downloaded = `${target}.image`
  try {
    await pipeline(content, bounded(maxBytes), createWriteStream(downloaded))
    await refuseUnsafe(downloaded, qemuFormat, maxBytes)
    const args = ['convert', '-f', qemuFormat, '-O', 'raw', '-t', 'writeback', downloaded, target]
    await runQemuImg(args, convertTimeoutMs)
  } finally {
    await rm(downloaded, { force: true })
  }
}

const refuseUnsafe = async (path: string, format: string, maxBytes: number): Promise<void> => {
  const args = ['info', '--output=json', '-f', format, path]
  const info = JSON.parse(await runQemuImg(args, infoTimeoutMs)) as ImageInfo
  if (info['backing-filename'] !== undefined) throw new Error('the image has a backing file')
  if (info['format-specific']?.data?.['data-file'] !== undefined) {
    throw new Error('the image has an external data file')
  }
  if (info['virtual-size'] > maxBytes) throw new Error('the image is larger than the volume')
}

/** Lets bytes through, up to a limit that fills no disk. */
const bounded = (maxBytes: number) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let seen = 0
    for await (const chunk of source) {
      seen += chunk.length
      if (seen > maxBytes) throw new Error('the image is larger than the volume')
      yield chunk
    }
  }
