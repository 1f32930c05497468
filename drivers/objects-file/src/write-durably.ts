import { close, fsync, open, rename, writev } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** By callbacks, which cost half of what the handles of `node:fs/promises` do: most of what is put is small. */
const disk = {
  open: promisify(open),
  fsync: promisify(fsync),
  close: promisify(close),
  rename: promisify(rename),
  writev: promisify(writev),
}

/** Pieces are written together up to so many bytes. */
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

/** Without it a crash of the machine may forget what a directory names. */
export const syncDirectory = (directory: string): Promise<void> => opened(directory, 'r', disk.fsync)

/** A file system that is nearly full may take less than it is given, and says so only when it is asked again. */
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
    waiting.push(piece)
    bytes += piece.length
    if (bytes < mostAtOnce) continue
    await writeAll(file, waiting)
    waiting = []
    bytes = 0
  }
  await writeAll(file, waiting)
}

/** The name of a file that is being written. */
export const partOf = (path: string): string => `${path}.part`

/** Writes a file that stands under its name only once it is whole and on the disk; when it rejects nothing of it is left. */
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
