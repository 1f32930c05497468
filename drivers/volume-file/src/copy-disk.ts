import { constants, copyFile, rm } from 'node:fs/promises'
import { runQemuImg } from './run-qemu-img.ts'

const copyTimeoutMs = 1_800_000

/** Copies a raw disk: by sharing its blocks where the file system can, else block by block, leaving holes as holes. */
export const copyDisk = async (from: string, to: string): Promise<void> => {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE)
  } catch {
    await rm(to, { force: true })
    await runQemuImg(['convert', '-f', 'raw', '-O', 'raw', from, to], copyTimeoutMs)
  }
}
