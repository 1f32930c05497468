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
}
