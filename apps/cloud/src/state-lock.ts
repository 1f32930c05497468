import { lockFile } from '@nimbo/db/lock-file'
import { alreadyRuns } from './already-runs.ts'
import { removePidFile, runningOn, writePidFile } from './pid-file.ts'
import type { StateDirectory } from './state-directory.ts'

/** An exclusive lock on a state directory. */
export interface StateLock {
  /** Writes the cloud's URL for `nimbo status`. */
  servesAt(url: string): Promise<void>
  release(): Promise<void>
}

/**
 * Locks a state directory for the lifetime of this process, however it ends; throws when another process holds the lock. The lock
 * is authoritative; the pid file, written afterwards, only informs about the holder.
 */
export const lockStateDirectory = async ({
  path,
  file,
}: Pick<StateDirectory, 'path' | 'file'>): Promise<StateLock> => {
  const lock = lockFile(file('nimbo.lock'))
  if (!lock) throw alreadyRuns(path, await runningOn(path))
  await writePidFile(path)
  return {
    servesAt: (url) => writePidFile(path, url),
    release: async () => {
      await removePidFile(path)
      lock.release()
    },
  }
}
