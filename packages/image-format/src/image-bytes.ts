import type { FileHandle } from 'node:fs/promises'
import { unsafe } from './errors.ts'

/** Random access to an image. */
export interface ImageBytes {
  readonly size: number
  /** Up to `length` bytes from `offset`. */
  read(offset: number, length: number): Promise<Buffer>
}

/** Access to an open file; its length is determined now. */
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

/** Throws unless the range lies within the image; `what` names it in the message. */
export const requireWithin = (
  { size }: ImageBytes,
  what: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): void => {
  if (offset < 0 || offset + length > size) throw unsafe(`${what} lies outside the file`)
}

/** Reads exactly that range. */
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
