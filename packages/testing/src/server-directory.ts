import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's in-memory file system. */
const inMemory = '/dev/shm'

/** A complete test run uses less than a quarter of this at once. */
const enoughBytes = 4 * 2 ** 30

/** The possible parent directories of server directories. */
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
 * Creates a directory for the data of a test's server, in memory when there is enough space: for each new database PostgreSQL
 * copies a thousand small files, which takes 180 ms on disk and 20 ms in memory. The caller removes it; see `sweep-abandoned.ts`.
 */
export const serverDirectory = async (prefix: string): Promise<string> =>
  mkdtemp(join((await hasRoom(inMemory)) ? inMemory : tmpdir(), prefix))

/**
 * Removes such a directory after its server has ended. What the server started may outlive it for a moment and still write there:
 * each minute RabbitMQ starts an Erlang runtime, which writes its cookie. So a directory that is not empty is emptied again, for
 * some five seconds.
 */
export const removeServerDirectory = (directory: string): Promise<void> =>
  rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
