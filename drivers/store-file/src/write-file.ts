import { type FileHandle, open } from 'node:fs/promises'

/**
 * After this many bytes the file is synced while more is written, so that the sync at the end has little left to wait for, and
 * few unwritten pages wait in memory.
 */
const bytesToSync = 32 * 1024 * 1024

/** Syncs a file to the disk while more is written to it; one sync at a time. */
const earlySync = (file: FileHandle) => {
  let pending = 0
  let running: Promise<void> | undefined
  let failure: unknown
  const run = async (): Promise<void> => {
    try {
      await file.datasync()
    } catch (error) {
      failure ??= error
    }
    running = undefined
  }
  return {
    wrote: (bytes: number): void => {
      pending += bytes
      if (pending < bytesToSync || running) return
      pending = 0
      running = run()
    },
    /** Resolves when no sync runs; rejects if any sync failed, because the kernel reports an error only once. */
    end: async (): Promise<void> => {
      await running
      if (failure !== undefined) throw failure
    },
  }
}

/** Writes chunk after chunk, each before the next is requested, and resolves after fsync. */
export const writeFile = async (path: string, data: AsyncIterable<Uint8Array>): Promise<void> => {
  await using file = await open(path, 'w', 0o600)
  const sync = earlySync(file)
  try {
    for await (const bytes of data) {
      for (let written = 0; written < bytes.length; )
        written += (await file.write(bytes, written)).bytesWritten
      sync.wrote(bytes.length)
    }
  } finally {
    await sync.end()
  }
  await file.sync()
}
