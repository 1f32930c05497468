import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mebibyte = 1_048_576

/**
 * Fills the page cache with a file of so many mebibytes and frees it again. In a virtual machine the first write to a page that was returned to
 * the host costs up to seven times as much as a later one, so without this a cloud that is measured after a pause would look slower.
 */
export const touchMemory = async (mebibytes: number): Promise<void> => {
  const path = join(tmpdir(), `bench-storage-${process.pid}`)
  const bytes = Buffer.alloc(mebibyte)
  try {
    await using file = await open(path, 'w', 0o600)
    for (let written = 0; written < mebibytes; written += 1) await file.write(bytes)
  } finally {
    await rm(path, { force: true })
  }
}
