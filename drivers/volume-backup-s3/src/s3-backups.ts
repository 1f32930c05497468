import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { BackupPlace } from '@nimbo/block-backups/backup-place'
import { blockBackups } from '@nimbo/block-backups/block-backups'
import { readAhead } from '@nimbo/block-backups/read-ahead'
import type { S3Bucket } from '@nimbo/s3-bucket/s3-bucket'
import type { BackupStore } from '@nimbo/volume/driver/backup-store'

export interface S3BackupsOptions {
  readonly bucket: S3Bucket
  /** Bytes per block, the unit of comparison and storage. */
  readonly blockSize: number
}

const plainName = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/

/** Bytes to read ahead, because single blocks are small. */
const aheadBytes = 8_388_608

/**
 * Stores backups in a bucket of an S3-compatible storage: for each an object with compressed blocks, and one with the index of
 * where each block is stored, which is written last.
 */
export const s3Backups = ({ bucket, blockSize }: S3BackupsOptions): BackupStore => ({
  name: 'cinder.backup.drivers.s3.S3BackupDriver',
  ...blockBackups(placeIn(bucket), blockSize),
})

const placeIn = (bucket: S3Bucket): BackupPlace => {
  const keyOf = (id: string, part: 'blocks' | 'list'): string => {
    if (!plainName.test(id)) throw new Error(`${JSON.stringify(id)} cannot name a backup`)
    return `backup_${id}/${part}`
  }
  const remove = async (id: string): Promise<void> => {
    for (const part of ['list', 'blocks'] as const) await bucket.remove(keyOf(id, part))
  }
  return {
    has: async (id) => bucket.has(keyOf(id, 'list')),
    write: async (id, bytes, list) => {
      try {
        await bucket.write(keyOf(id, 'blocks'), bytes)
        await bucket.write(keyOf(id, 'list'), bytesOf(list))
      } catch (error) {
        // A leftover is removed with the backup; the original error matters more.
        await remove(id).catch(() => {})
        throw error
      }
    },
    list: (id) => linesOf(bucket, keyOf(id, 'list')),
    open: () =>
      readAhead(async (id, first, length) => {
        const range = { first, last: first + length - 1 }
        return wholeOf(await bucket.read(keyOf(id, 'blocks'), range))
      }, aheadBytes),
    remove,
  }
}

const bytesOf = async function* (list: () => Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const text of list()) yield Buffer.from(text)
}

const linesOf = async function* (bucket: S3Bucket, key: string): AsyncGenerator<string> {
  yield* createInterface({ input: await bucket.read(key) })
}

const wholeOf = async (stream: Readable): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}
