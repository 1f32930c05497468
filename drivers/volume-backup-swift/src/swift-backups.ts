import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { BackupPlace } from '@nimbo/block-backups/backup-place'
import { blockBackups } from '@nimbo/block-backups/block-backups'
import { readAhead } from '@nimbo/block-backups/read-ahead'
import { putLarge, removeLarge } from '@nimbo/object-account/large-object'
import type { ObjectAccount, ObjectPlace } from '@nimbo/object-account/object-account'
import type { BackupStore } from '@nimbo/volume/driver/backup-store'

export interface SwiftBackupsOptions {
  readonly account: ObjectAccount
  /** Created with the first backup. */
  readonly container: string
  /** Bytes per object; a backup has as many objects as it needs. */
  readonly objectSize: number
  /** Bytes per block, the unit of comparison and storage. */
  readonly blockSize: number
}

const plainName = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/

/** Bytes to read ahead, because single blocks are small. */
const aheadBytes = 8_388_608

/**
 * Stores backups in a Swift container: for each a large object with compressed blocks, and an object with the index of where each
 * block is stored.
 */
export const swiftBackups = ({
  account,
  container,
  objectSize,
  blockSize,
}: SwiftBackupsOptions): BackupStore => ({
  name: 'cinder.backup.drivers.swift.SwiftBackupDriver',
  ...blockBackups(placeIn(account, container, objectSize), blockSize),
})

const placeIn = (account: ObjectAccount, container: string, objectSize: number): BackupPlace => {
  const placeOf = (id: string, part: 'blocks' | 'list'): ObjectPlace => {
    if (!plainName.test(id)) throw new Error(`${JSON.stringify(id)} cannot name a backup`)
    return { container, name: `backup_${id}/${part}` }
  }
  const remove = async (id: string): Promise<void> => {
    for (const part of ['list', 'blocks'] as const) await removeLarge(account, placeOf(id, part))
  }
  return {
    has: async (id) => (await account.sizeOf(placeOf(id, 'list'))) !== undefined,
    write: async (id, bytes, list) => {
      await account.makeContainer(container)
      try {
        await putLarge(account, placeOf(id, 'blocks'), bytes, objectSize)
        await putLarge(account, placeOf(id, 'list'), bytesOf(list), objectSize)
      } catch (error) {
        await remove(id)
        throw error
      }
    },
    list: (id) => linesOf(account, placeOf(id, 'list')),
    open: () =>
      readAhead(async (id, first, length) => {
        const range = { first, last: first + length - 1 }
        return wholeOf(await account.get(placeOf(id, 'blocks'), range))
      }, aheadBytes),
    remove,
  }
}

const bytesOf = async function* (list: () => Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const text of list()) yield Buffer.from(text)
}

const linesOf = async function* (account: ObjectAccount, place: ObjectPlace): AsyncGenerator<string> {
  yield* createInterface({ input: await account.get(place) })
}

const wholeOf = async (stream: Readable): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}
