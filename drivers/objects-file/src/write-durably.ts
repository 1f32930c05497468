import { close, fsync, open, rename, writev } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** Uses the callback API, which costs half as much as the file handles of `node:fs/promises`: most objects are small. */
const disk = {
  open: promisify(open),
  fsync: promisify(fsync),
  close: promisify(close),
  rename: promisify(rename),
  writev: promisify(writev),
}

/** Chunks are combined into writes of up to this many bytes. */
const mostAtOnce = 262_144

const opened = async <Result>(
  path: string,
  flags: string,
  work: (file: number) => Promise<Result>,
): Promise<Result> => {
  const file = await disk.open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await disk.close(file)
  }
}

/** Syncs a directory: without it a crash of the machine may lose the directory's new entries. */
export const syncDirectory = (directory: string): Promise<void> => opened(directory, 'r', disk.fsync)

/**
 * Repeats short writes: a file system that is nearly full may write less than requested, and only the next call returns the
 * error.
 */
const writeAll = async (file: number, pieces: readonly Uint8Array[]): Promise<void> => {
  let left = pieces
  while (left.length > 0) {
    let { bytesWritten: written } = await disk.writev(file, left)
    left = left.flatMap((piece) => {
      const taken = Math.min(written, piece.length)
      written -= taken
      return taken === piece.length ? [] : [piece.subarray(taken)]
    })
  }
}

const writePieces = async (file: number, data: AsyncIterable<Uint8Array>): Promise<void> => {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of data) {
    bytes += piece.length
    if (bytes < mostAtOnce) {
      // The memory of a piece is reused once the next one is read.
      waiting.push(Buffer.from(piece))
      continue
    }
    await writeAll(file, [...waiting, piece])
    waiting = []
    bytes = 0
  }
  await writeAll(file, waiting)
}

/** The name of a file while it is being written. */
export const partOf = (path: string): string => `${path}.part`

/**
 * Writes a file that gets its final name only when it is complete and synced to the disk. Leaves nothing behind when it rejects.
 */
export const writeDurably = async (path: string, data: AsyncIterable<Uint8Array>): Promise<void> => {
  const part = partOf(path)
  try {
    await opened(part, 'w', async (file) => {
      await writePieces(file, data)
      await disk.fsync(file)
    })
    await disk.rename(part, path)
    await syncDirectory(dirname(path))
  } catch (error) {
    await rm(part, { force: true })
    await rm(path, { force: true })
    throw error
  }
}
