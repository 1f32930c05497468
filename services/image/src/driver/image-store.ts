import type { Readable } from 'node:stream'
import type { ImageBytes } from '@nimbo/image-format/image-bytes'
import type { Json } from '@nimbo/kernel/json'

/** A range of bytes of a stored image; `last` is included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A stored image for random access, until it is disposed of. */
export interface OpenImage extends ImageBytes, AsyncDisposable {}

/** A store that images can be read from. */
export interface ReadableStore {
  /** The type of the store: `file`. */
  readonly type: string
  /** Details for operators, such as its location. */
  readonly properties: Readonly<Record<string, Json>>
  /** The address of the data for services that share the store: `file:///var/lib/images/ID`. */
  urlOf(id: string): string
  /** Reads the data, or a range of it. Rejects if it does not exist. */
  read(id: string, range?: ByteRange): Promise<Readable>
}

/** A store that images can be written to. */
export interface ImageStore extends ReadableStore {
  /**
   * Stores the data under `id` once it is complete; a failed or repeated write leaves nothing incomplete. Each chunk is written
   * before the next one is requested, since its memory is reused.
   */
  write(id: string, data: AsyncIterable<Uint8Array>): Promise<void>
  /** Rejects if it does not exist. */
  open(id: string): Promise<OpenImage>
  /** Succeeds when it does not exist. */
  remove(id: string): Promise<void>
}

/** A store as configured by the operator. */
export interface NamedStore<Store = ImageStore> {
  /** The store id in the API. */
  readonly id: string
  readonly description?: string
  /** Reads prefer the store with the highest weight among those that have the image. */
  readonly weight: number
  readonly store: Store
}

/** All stores of a cloud. */
export interface ConfiguredStores {
  /** The first is the default store. */
  readonly stores: readonly [NamedStore, ...NamedStore[]]
  /** Stores data until it is imported; shared by all processes of the service, like the others. */
  readonly staging: ImageStore
  /** The cache of this host, which other hosts do not share. */
  readonly cache?: ImageStore
}
