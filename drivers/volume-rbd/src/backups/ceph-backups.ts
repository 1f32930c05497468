import { createInterface } from 'node:readline'
import type { BackupPlace } from '@nimbo/block-backups/backup-place'
import { blockBackups } from '@nimbo/block-backups/block-backups'
import { readAhead } from '@nimbo/block-backups/read-ahead'
import { type CephAccess, type RbdImage, specOf } from '@nimbo/ceph/ceph-access'
import { rbdSize } from '@nimbo/ceph/rbd-size'
import { importRbd, readRbd } from '@nimbo/ceph/rbd-streams'
import { readPart } from '@nimbo/ceph/read-part'
import { removeRbd } from '@nimbo/ceph/remove-rbd'
import { cephCodes, runCeph } from '@nimbo/ceph/run-ceph'
import { endedBy, unlessCode } from '@nimbo/ceph/unless-code'
import type { BackupStore } from '@nimbo/volume/driver/backup-store'

export interface CephBackupsOptions {
  readonly access: CephAccess
  readonly pool: string
  /** Bytes per block, the unit of comparison and storage. */
  readonly blockSize?: number
}

const plainName = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/

/** Bytes to read ahead, because single blocks are small and each read is a program of its own. */
const aheadBytes = 16_777_216

/**
 * Stores backups in a Ceph pool, for volumes of any back end: for each an RBD image with compressed blocks, and one with the
 * index of where each block is stored. The index gets its final name when the backup is complete.
 */
export const cephBackups = ({ access, pool, blockSize = 262_144 }: CephBackupsOptions): BackupStore => ({
  name: 'cinder.backup.drivers.ceph.CephBackupDriver',
  ...blockBackups(placeIn(access, pool), blockSize),
})

const placeIn = (access: CephAccess, pool: string): BackupPlace => {
  const imageOf = (id: string, part: 'blocks' | 'list'): RbdImage => {
    if (!plainName.test(id)) throw new Error(`${JSON.stringify(id)} cannot name a backup`)
    return { pool, name: `backup.${id}.${part}` }
  }
  const unfinished = (image: RbdImage): RbdImage => ({ pool, name: `${image.name}.part` })
  const drop = (image: RbdImage): Promise<void> => unlessCode(removeRbd(access, image), cephCodes.missing)
  const put = async (image: RbdImage, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    await drop(image)
    await importRbd(access, image, bytes)
  }
  const remove = async (id: string): Promise<void> => {
    const list = imageOf(id, 'list')
    for (const image of [list, imageOf(id, 'blocks'), unfinished(list)]) await drop(image)
  }
  return {
    has: async (id) => {
      try {
        await rbdSize(access, imageOf(id, 'list'))
        return true
      } catch (error) {
        if (endedBy(error, cephCodes.missing)) return false
        throw error
      }
    },
    write: async (id, bytes, list) => {
      try {
        const index = imageOf(id, 'list')
        await put(imageOf(id, 'blocks'), withEnd(bytes))
        await put(unfinished(index), bytesOf(list))
        await runCeph(access, 'rbd', ['rename', specOf(unfinished(index)), specOf(index)])
      } catch (error) {
        // A leftover is removed by the next attempt; the original error matters more.
        await remove(id).catch(() => {})
        throw error
      }
    },
    list: (id) => createInterface({ input: readRbd(access, imageOf(id, 'list')) }),
    open: () =>
      readAhead((id, offset, length) => readPart(access, imageOf(id, 'blocks'), offset, length), aheadBytes),
    remove,
  }
}

/** Appends one byte, because the blocks of an empty volume have no bytes, and Ceph imports no empty image. */
const withEnd = async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes
  yield Buffer.alloc(1)
}

const bytesOf = async function* (list: () => Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const text of list()) yield Buffer.from(text)
}
