import type { Readable } from 'node:stream'

/** A part of a stored image: both ends are bytes, the last one included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Where the bytes of images are kept. */
export interface ImageStore {
  /** Name in the list of stores: `file`. */
  readonly name: string
  /** Keeps the bytes under `id` once all of them have come; a failed or repeated write leaves nothing half-made. */
  write(id: string, data: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes, or a part of them. Rejects when there are none. */
  read(id: string, range?: ByteRange): Promise<Readable>
  /** Nothing there is a success. */
  remove(id: string): Promise<void>
}
