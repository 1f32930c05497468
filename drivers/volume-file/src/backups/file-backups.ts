import { createReadStream } from 'node:fs'
import { access, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BackupPlace, BackupReader } from '@nimbo/block-backups/backup-place'
import { blockBackups } from '@nimbo/block-backups/block-backups'
import type { BackupStore } from '@nimbo/volume/driver/backup-store'

export interface FileBackupsOptions {
  readonly directory: string
  /** Bytes per block, the unit of comparison and storage. */
  readonly blockSize?: number
}

const plainName = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/

/**
 * Stores backups as directories named by their ids, each with a file of compressed blocks and an index of where each block is
 * stored.
 */
export const fileBackups = ({ directory, blockSize = 262_144 }: FileBackupsOptions): BackupStore => ({
  name: 'cinder.backup.drivers.file.FileBackupDriver',
  ...blockBackups(placeIn(directory), blockSize),
})

const placeIn = (directory: string): BackupPlace => {
  const pathOf = (id: string): string => {
    if (!plainName.test(id)) throw new Error(`${JSON.stringify(id)} cannot name a directory`)
    return join(directory, id)
  }
  const listOf = (id: string): string => join(pathOf(id), 'blocks.list')
  return {
    has: (id) =>
      access(listOf(id)).then(
        () => true,
        () => false,
      ),
    write: async (id, bytes, list) => {
      const temporary = `${pathOf(id)}.part`
      await rm(temporary, { recursive: true, force: true })
      try {
        await mkdir(temporary, { recursive: true, mode: 0o700 })
        await keepIn(join(temporary, 'blocks'), bytes)
        await keepIn(join(temporary, 'blocks.list'), list())
        await rename(temporary, pathOf(id))
      } catch (error) {
        await rm(temporary, { recursive: true, force: true })
        throw error
      }
    },
    list: (id) => createInterface({ input: createReadStream(listOf(id)) }),
    open: () => readerOf((id) => join(pathOf(id), 'blocks')),
    remove: async (id) => {
      for (const path of [`${pathOf(id)}.part`, pathOf(id)]) await rm(path, { recursive: true, force: true })
    },
  }
}

/** Writes a new file and resolves after fsync. */
const keepIn = async (path: string, pieces: AsyncIterable<Uint8Array> | Iterable<string>): Promise<void> => {
  await using file = await open(path, 'wx', 0o600)
  for await (const piece of pieces) await file.writeFile(piece)
  await file.sync()
}

const readerOf = (pathOf: (id: string) => string): BackupReader => {
  const files = new Map<string, FileHandle>()
  return {
    read: async (id, offset, length) => {
      const file = files.get(id) ?? (await open(pathOf(id)))
      files.set(id, file)
      return (await file.read(Buffer.alloc(length), 0, length, offset)).buffer
    },
    [Symbol.asyncDispose]: async () => {
      for (const file of files.values()) await file.close()
    },
  }
}
