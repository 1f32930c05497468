import type { Readable } from 'node:stream'
import type { ImageBytes } from '@nimbo/image-format/image-bytes'

/** A part of a stored image: both ends are bytes, the last one included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A stored image of which any part can be read at once, as often as one likes, until it is disposed of. */
export interface OpenImage extends ImageBytes, AsyncDisposable {}

/** Where the bytes of images are kept. */
export interface ImageStore {
  /** Name in the list of stores: `file`. */
  readonly name: string
  /** Keeps the bytes under `id` once all of them have come; a failed or repeated write leaves nothing half-made. */
  write(id: string, data: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes, or a part of them. Rejects when there are none. */
  read(id: string, range?: ByteRange): Promise<Readable>
  /** Rejects when there are none. */
  open(id: string): Promise<OpenImage>
  /** Nothing there is a success. */
  remove(id: string): Promise<void>
}
