import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ownedByItsReader } from '@nimbo/kernel/owned-bytes'
import { reusedMemory } from '@nimbo/kernel/reused-memory'

/** Most bytes per read. Each read is handed to a thread and back, which costs large images more than the larger memory does. */
export const chunkBytes = 2 * 1024 * 1024

/** One chunk is read while another is sent; a third may wait in a stream between them. */
const chunksAtOnce = 3

/** Reads a part of a file, and closes it at the end; `last` is part of it. The reader gives chunks back, and their memory is used again. */
export const streamOfFile = (
  file: FileHandle,
  { first, last }: { readonly first: number; readonly last: number },
): Readable => {
  const memory = reusedMemory(Math.max(1, Math.min(chunkBytes, last + 1 - first)), chunksAtOnce)
  let at = first
  const readChunk = async (): Promise<Buffer | null> => {
    const chunk = memory()
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, last + 1 - at), at)
    at += bytesRead
    return bytesRead === 0 ? null : chunk.subarray(0, bytesRead)
  }
  return ownedByItsReader(
    new Readable({
      highWaterMark: chunkBytes,
      read() {
        readChunk().then(
          (chunk) => this.push(chunk),
          (error: Error) => this.destroy(error),
        )
      },
      destroy: (error, done) => {
        file.close().then(
          () => done(error),
          (failure: Error) => done(error ?? failure),
        )
      },
    }),
  )
}
