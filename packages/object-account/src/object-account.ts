import type { Readable } from 'node:stream'

/** Container and name of an object. */
export interface ObjectPlace {
  readonly container: string
  readonly name: string
}

/** A range of bytes, inclusive. */
export interface ObjectRange {
  readonly first: number
  readonly last: number
}

/** A stored object. */
export interface KeptObject {
  /** The MD5 of its data in hex. */
  readonly etag: string
}

/** An account in an object store. */
export interface ObjectAccount {
  /** Idempotent. */
  makeContainer(name: string): Promise<void>
  /** Stores all of the data, or nothing. */
  put(
    place: ObjectPlace,
    data: Readable | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<KeptObject>
  /** The data or a range. Rejects when the object does not exist. */
  get(place: ObjectPlace, range?: ObjectRange): Promise<Readable>
  /** The size in bytes; undefined when it does not exist. */
  sizeOf(place: ObjectPlace): Promise<number | undefined>
  /** Idempotent. */
  remove(place: ObjectPlace): Promise<void>
  /** All names in a container with a prefix, sorted. */
  names(container: string, prefix: string): AsyncIterable<string>
}
