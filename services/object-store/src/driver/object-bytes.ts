import type { Readable } from 'node:stream'
import type { ByteRange } from '../domain/byte-ranges.ts'

/** Stored bytes: a small number in one piece, since a stream would cost more; otherwise a stream. The reader may keep them. */
export type BytesRead = Uint8Array | Readable

/**
 * The driver interface: stores the bytes of objects, each under an id that is used once. Names, metadata and listings are in the
 * service's database.
 */
export interface ObjectBytes {
  /**
   * Stores all of `data`. When it resolves, all bytes are stored durably; when it rejects, none are left under `id`. A chunk must
   * be used or copied before the next one is read, since its memory is reused.
   */
  write(id: string, data: Readable): Promise<void>
  /** The bytes of `id`, or a range of them. Rejects when they do not exist. */
  read(id: string, range?: ByteRange): Promise<BytesRead>
  /**
   * Removes the bytes of `id`, including partly written ones. Idempotent. Rejects when a place that may have a copy is not
   * available; then it must be repeated.
   */
  remove(id: string): Promise<void>
  /** The places where copies should be or may be; absent if the storage replicates by itself. */
  copies?(id: string): readonly StoredCopy[]
  /** All places (directories) of copies. */
  readonly places?: readonly string[]
}

/** A possible copy of some bytes, for the auditor. */
export interface StoredCopy {
  readonly place: string
  /** Whether a copy should be here; copies elsewhere exist only while an expected place was unavailable. */
  readonly isExpected: boolean
  /** The bytes; undefined when there is no copy here. */
  read(): Promise<Readable | undefined>
  /** Moves the copy aside, for an operator to examine. */
  quarantine(): Promise<void>
  /** Copies the bytes from another place to this one. */
  restoreFrom(place: string): Promise<void>
  remove(): Promise<void>
}
