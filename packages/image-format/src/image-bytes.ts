import type { FileHandle } from 'node:fs/promises'
import { unsafe } from './errors.ts'

/** An image as it lies somewhere: its length, and any part of it. */
export interface ImageBytes {
  readonly size: number
  /** As many of `length` bytes from `offset` on as there are. */
  read(offset: number, length: number): Promise<Buffer>
}

/** The bytes of an open file, whose length is taken now. */
export const bytesOfFile = async (file: FileHandle): Promise<ImageBytes> => {
  const { size } = await file.stat()
  return {
    size,
    read: async (offset, length) => {
      const whole = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
      let filled = 0
      while (filled < whole.length) {
        const { bytesRead } = await file.read(whole, filled, whole.length - filled, offset + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return whole.subarray(0, filled)
    },
  }
}

/** Throws unless `length` bytes from `offset` on lie within the image; `what` they are is named. */
export const requireWithin = (
  { size }: ImageBytes,
  what: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): void => {
  if (offset < 0 || offset + length > size) throw unsafe(`${what} lies outside the file`)
}

/** Exactly those bytes. */
export const readWithin = async (
  bytes: ImageBytes,
  what: string,
  place: { readonly offset: number; readonly length: number },
): Promise<Buffer> => {
  requireWithin(bytes, what, place)
  const read = await bytes.read(place.offset, place.length)
  if (read.length < place.length) throw unsafe(`${what} cannot be read whole`)
  return read
}
