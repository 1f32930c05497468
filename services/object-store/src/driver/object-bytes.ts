import type { Readable } from 'node:stream'
import type { ByteRange } from '../domain/byte-ranges.ts'

/**
 * Keeps the bytes of objects, each under an id that is used once. Names, metadata and listings are not its concern: they
 * are in the service's database.
 */
export interface ObjectBytes {
  /** Keeps all of `data`. Once it resolves the bytes are on the disk, whole; when it rejects none are left under `id`. */
  write(id: string, data: Readable): Promise<void>
  /** The bytes kept under `id`, or a range of them. Rejects when there are none. */
  read(id: string, range?: ByteRange): Promise<Readable>
  /** Forgets what is kept under `id`, whole or half-written; resolves when there is nothing. */
  remove(id: string): Promise<void>
  /** The places where those bytes should be or might be; absent where an engine sees to them itself. */
  copies?(id: string): readonly StoredCopy[]
  /** All such places. */
  readonly places?: readonly string[]
}

/** A place where bytes lie or should lie, for whoever audits them. */
export interface StoredCopy {
  readonly place: string
  /** Whether they should be here; elsewhere they are only while such a place was not to be had. */
  readonly isExpected: boolean
  /** The bytes; undefined where there are none. */
  read(): Promise<Readable | undefined>
  /** Takes them out of everybody's way, for a person to look at. */
  quarantine(): Promise<void>
  /** Keeps here what lies at another place. */
  restoreFrom(place: string): Promise<void>
  remove(): Promise<void>
}
