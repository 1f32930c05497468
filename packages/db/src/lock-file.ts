import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-errors.ts'

/** A lock that this process has on a file, and no other. */
export interface FileLock {
  release(): void
}

/**
 * Locks a file, which is made if need be, for as long as this process lives; undefined when another has it.
 *
 * It is the lock of SQLite's one writer, on an empty database: Node by itself can ask the kernel for none. The kernel
 * takes it back when the process ends, however that ends, and a child does not inherit it. The file stays: to remove it
 * would let two have a lock, each on a file of its own under one name.
 */
export const lockFile = (file: string): FileLock | undefined => {
  const database = new DatabaseSync(file)
  try {
    // Whoever may read a file may lock it too, and so lock its owner out.
    chmodSync(file, 0o600)
    // Nothing is ever written: a disk that is full is no reason not to begin.
    database.exec('pragma journal_mode = memory')
    // Not `exclusive`: that is taken in three moves, and of several who begin at once all can give up. This is one.
    database.exec('begin immediate')
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
  const release = (): void => {
    process.off('exit', release)
    database.close()
  }
  // Held until then by this too: a database that nobody can reach any more is closed, and with it the lock gone.
  process.once('exit', release)
  return { release }
}
