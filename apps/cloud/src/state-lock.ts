import { lockFile } from '@nimbo/db/lock-file'
import { alreadyRuns } from './already-runs.ts'
import { removePidFile, runningOn, writePidFile } from './pid-file.ts'
import type { StateDirectory } from './state-directory.ts'

/** A state directory that is this process's alone. */
export interface StateLock {
  /** Tells `nimbo status` where the cloud answers. */
  servesAt(url: string): Promise<void>
  release(): Promise<void>
}

/**
 * Takes a state directory for this process until it ends, however it ends; throws when another one has it. The lock
 * decides; the pid file, which stands from then on, tells who has it.
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
