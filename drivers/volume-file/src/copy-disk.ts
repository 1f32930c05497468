import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { privateMode } from '@nimbo/volume-content/sparse-file'

const copyTimeoutMs = 1_800_000

/**
 * Copies a disk as it is, into a file for its owner alone: by sharing its blocks where the file system can, else block by
 * block, leaving holes as holes.
 */
export const copyDisk = async (from: string, to: string): Promise<void> => {
  // The copy gets into a file that is there; one that `cp` made would be for whoever may read the original.
  await (await open(to, 'wx', privateMode)).close()
  const args = ['--reflink=auto', '--sparse=always', '--', from, to]
  await promisify(execFile)('cp', args, { timeout: copyTimeoutMs, killSignal: 'SIGKILL' })
}
