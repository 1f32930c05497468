import { type FileHandle, open } from 'node:fs/promises'

/** How much is written before the disk begins with it: so the sync at the end has little left to wait for, and few pages wait in memory. */
const bytesToSync = 32 * 1024 * 1024

/** Has a file written to the disk while more is written to the file, by one sync at a time. */
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
    /** Resolves when no sync runs; rejects if one failed, because the kernel reports an error once only. */
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
