import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-errors.ts'

/** An exclusive lock of this process on a file. */
export interface FileLock {
  release(): void
}

/** The longest delay of a timer, in milliseconds. */
const longestPauseMs = 2 ** 31 - 1

/**
 * Locks a file, creating it if needed, for as long as this process lives; undefined when another process has the lock. Uses
 * SQLite's write lock on an empty database, because Node has no API for file locks. The kernel releases it when the process ends
 * for any reason, and children do not inherit it. The file must not be removed: otherwise two processes could lock different
 * files of the same name.
 */
export const lockFile = (file: string): FileLock | undefined => {
  const database = new DatabaseSync(file)
  try {
    // Whoever can read the file can lock it.
    chmodSync(file, 0o600)
    // Nothing is ever written, so a full disk does no harm.
    database.exec('pragma journal_mode = memory')
    // Not `exclusive`, which takes three steps, so that several concurrent attempts could all fail. This is one step.
    database.exec('begin immediate')
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
  // The timer's reference keeps the database from being garbage-collected, which would release the lock. A listener to the end of
  // the process would do so too, but Node warns of more than ten.
  const anchor = setInterval((_held: DatabaseSync) => {}, longestPauseMs, database)
  anchor.unref()
  const release = (): void => {
    clearInterval(anchor)
    database.close()
  }
  return { release }
}
