import type { Readable } from 'node:stream'
import type { ImageBytes } from '@nimbo/image-format/image-bytes'
import type { Json } from '@nimbo/kernel/json'

/** A part of a stored image: both ends are bytes, the last one included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A stored image of which any part can be read at once, as often as one likes, until it is disposed of. */
export interface OpenImage extends ImageBytes, AsyncDisposable {}

/** Where the bytes of images can be read. */
export interface ReadableStore {
  /** What kind of store it is: `file`. */
  readonly type: string
  /** What operators are told of it: where it keeps what it has. */
  readonly properties: Readonly<Record<string, Json>>
  /** Where services that share the store find the bytes: `file:///var/lib/images/ID`. */
  urlOf(id: string): string
  /** The bytes, or a part of them. Rejects when there are none. */
  read(id: string, range?: ByteRange): Promise<Readable>
}

/** Where the bytes of images are kept. */
export interface ImageStore extends ReadableStore {
  /**
   * Keeps the bytes under `id` once all of them have come; a failed or repeated write leaves nothing half-made. A piece is
   * written before the next is asked for, since its memory is used again.
   */
  write(id: string, data: AsyncIterable<Uint8Array>): Promise<void>
  /** Rejects when there are none. */
  open(id: string): Promise<OpenImage>
  /** Nothing there is a success. */
  remove(id: string): Promise<void>
}

/** A store as an operator has set it up. */
export interface NamedStore<Store = ImageStore> {
  /** By which clients name it. */
  readonly id: string
  readonly description?: string
  /** Of the stores that have an image the heaviest is read. */
  readonly weight: number
  readonly store: Store
}

/** All stores of a cloud. */
export interface ConfiguredStores {
  /** The first takes what names no store. */
  readonly stores: readonly [NamedStore, ...NamedStore[]]
  /** Keeps what has come and is not yet imported; like the others it is there for every process of the service. */
  readonly staging: ImageStore
  /** Keeps copies for the machine it is on, and is no other's. */
  readonly cache?: ImageStore
}
