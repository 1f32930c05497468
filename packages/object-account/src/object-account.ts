import type { Readable } from 'node:stream'

/** Where an object is within an account. */
export interface ObjectPlace {
  readonly container: string
  readonly name: string
}

/** A part of an object: both ends are bytes, the last one included. */
export interface ObjectRange {
  readonly first: number
  readonly last: number
}

/** What is kept, as the object store tells of it. */
export interface KeptObject {
  /** MD5 of its bytes, in hex. */
  readonly etag: string
}

/** An account of an object store, for those who keep there what is theirs. */
export interface ObjectAccount {
  /** One that is there already is a success. */
  makeContainer(name: string): Promise<void>
  /** Keeps all of the bytes, or nothing. */
  put(
    place: ObjectPlace,
    data: Readable | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<KeptObject>
  /** The bytes, or a range of them. Rejects when there are none. */
  get(place: ObjectPlace, range?: ObjectRange): Promise<Readable>
  /** How many bytes it has; undefined when there is no such object. */
  sizeOf(place: ObjectPlace): Promise<number | undefined>
  /** Nothing there is a success. */
  remove(place: ObjectPlace): Promise<void>
  /** All names of a container that begin so, in their order. */
  names(container: string, prefix: string): AsyncIterable<string>
}
