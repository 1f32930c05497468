import { access, constants, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory. */
const inMemory = '/dev/shm'

/** A run of everything holds less than a quarter of this at once. */
const enoughBytes = 4 * 2 ** 30

/** Where directories of servers can lie. */
export const serverRoots = [inMemory, tmpdir()] as const

const hasRoom = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.W_OK)
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}

/**
 * A directory for what a server of a test keeps, in memory where there is room for it: for each new database PostgreSQL copies a
 * thousand small files, which takes it 180 ms on a disk and 20 ms in memory. Who asks removes it; see `sweep-abandoned.ts`.
 */
export const serverDirectory = async (prefix: string): Promise<string> =>
  mkdtemp(join((await hasRoom(inMemory)) ? inMemory : tmpdir(), prefix))
