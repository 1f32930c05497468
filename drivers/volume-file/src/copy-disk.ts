import { execFile } from 'node:child_process'
import { open, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { copyTimeMs } from '@nimbo/kernel/copy-time'
import { privateMode } from '@nimbo/volume-content/sparse-file'

/** Runs `cp` onto a file that is created first: `cp` would give a new file the permissions of the original. */
const cp = async (how: readonly string[], from: string, to: string): Promise<void> => {
  await (await open(to, 'wx', privateMode)).close()
  const limits = { timeout: copyTimeMs((await stat(from)).size), killSignal: 'SIGKILL' } as const
  await promisify(execFile)('cp', [...how, '--', from, to], limits)
}

/**
 * Copies a disk image to a file that only its owner may read: as a reflink if the file system supports that, else block by block,
 * preserving holes.
 */
export const copyDisk = (from: string, to: string): Promise<void> =>
  cp(['--reflink=auto', '--sparse=always'], from, to)

/** Copies a disk image as a reflink, at one point in time; returns false, and leaves nothing, if the file system has none. */
export const reflinkDisk = async (from: string, to: string): Promise<boolean> => {
  try {
    await cp(['--reflink=always'], from, to)
    return true
  } catch {
    await rm(to, { force: true })
    return false
  }
}
