import { open, rm, writeFile } from 'node:fs/promises'
import type { StateDirectory } from './state-directory.ts'

const markIn = (state: Pick<StateDirectory, 'file'>): string => state.file('nimbo.ended')

/**
 * Whether the last cloud on a state directory shut down cleanly, with everything written to disk. Removes the marker of the clean
 * shutdown, so that the directory counts as not cleanly shut down until {@link leaveCleanEnd} writes it again.
 */
export const takeCleanEnd = async (state: Pick<StateDirectory, 'path' | 'file'>): Promise<boolean> => {
  const endedWell = await rm(markIn(state)).then(
    () => true,
    () => false,
  )
  if (!endedWell) return false
  // Synced, so that a power failure does not bring the removed marker back.
  const directory = await open(state.path)
  await directory.sync()
  await directory.close()
  return true
}

/**
 * Writes the marker of a clean shutdown: all data is on disk and all files are closed. The file is empty so that it can be
 * created on a full disk.
 */
export const leaveCleanEnd = (state: Pick<StateDirectory, 'file'>): Promise<void> =>
  writeFile(markIn(state), '')
