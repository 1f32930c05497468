import { open, rm, writeFile } from 'node:fs/promises'
import type { StateDirectory } from './state-directory.ts'

const markIn = (state: Pick<StateDirectory, 'file'>): string => state.file('nimbo.ended')

/**
 * Whether the last cloud on a state directory ended of its own will, with everything on the disk. From now on it counts as
 * one that did not, until {@link leaveCleanEnd}.
 */
export const takeCleanEnd = async (state: Pick<StateDirectory, 'path' | 'file'>): Promise<boolean> => {
  const endedWell = await rm(markIn(state)).then(
    () => true,
    () => false,
  )
  if (!endedWell) return false
  // A power cut must not bring it back.
  const directory = await open(state.path)
  await directory.sync()
  await directory.close()
  return true
}

/** Says that all is on the disk, and nothing has it open any more. Empty, so that a full disk has room for it. */
export const leaveCleanEnd = (state: Pick<StateDirectory, 'file'>): Promise<void> =>
  writeFile(markIn(state), '')
