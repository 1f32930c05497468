import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ownedByItsReader } from '@nimbo/kernel/owned-bytes'
import { reusedMemory } from '@nimbo/kernel/reused-memory'

/**
 * The maximum number of bytes per read. Each read is handed to a thread and back, so small reads would slow large images down.
 */
export const chunkBytes = 2 * 1024 * 1024

/** Enough for two readers at once: one chunk is read while another is sent. */
const chunksKept = 4

/**
 * Returns a function that streams a part of a file, up to and including `last`, and closes the file at the end. Chunks that
 * readers give back are reused, also for the next reader: with new memory for each chunk, every other large image would cause a
 * full garbage collection of the process.
 */
export const filesAsStreams = () => {
  const whole = reusedMemory(chunkBytes, chunksKept)
  return (file: FileHandle, { first, last }: { readonly first: number; readonly last: number }): Readable => {
    let at = first
    const readChunk = async (): Promise<Buffer | null> => {
      const left = Math.min(chunkBytes, last + 1 - at)
      if (left <= 0) return null
      const chunk = last + 1 - first < chunkBytes ? Buffer.allocUnsafeSlow(left) : whole()
      const { bytesRead } = await file.read(chunk, 0, left, at)
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
}
