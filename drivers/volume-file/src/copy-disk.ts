import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { privateMode } from '@nimbo/volume-content/sparse-file'

const copyTimeoutMs = 1_800_000

/**
 * Copies a disk image to a file that only its owner may read: as a reflink if the file system supports that, else block by block,
 * preserving holes.
 */
export const copyDisk = async (from: string, to: string): Promise<void> => {
  // The target is created first: `cp` would give a new file the permissions of the original.
  await (await open(to, 'wx', privateMode)).close()
  const args = ['--reflink=auto', '--sparse=always', '--', from, to]
  await promisify(execFile)('cp', args, { timeout: copyTimeoutMs, killSignal: 'SIGKILL' })
}
