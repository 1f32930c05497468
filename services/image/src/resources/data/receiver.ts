import { headBytes } from '@nimbo/image-format/signatures'
import { hashedPieces } from '@nimbo/trace/thread/hashed-pieces'
import type { Hashing } from '@nimbo/trace/thread/hashing'
import { tooLarge } from './bounded.ts'

/** The size and hashes of the data, known once all of it has been read. */
export interface Received {
  readonly size: number
  /** MD5, in hexadecimal. */
  readonly checksum: string
  /** SHA-512, in hexadecimal. */
  readonly hashValue: string
}

interface ReceiverOptions {
  readonly most: number
  readonly requireHead: (head: Buffer) => void
  readonly hashing: Hashing
}

/**
 * Passes data through in large pieces while counting and hashing it; throws as soon as its first bytes contradict its disk
 * format. A piece is valid only until the next one is requested, since its memory is reused.
 */
export const receiver = ({ most, requireHead, hashing }: ReceiverOptions) => {
  const hash = hashing.begin(['md5', 'sha512'])
  let size = 0
  let head: Buffer | undefined = Buffer.alloc(0)
  const judge = (): void => {
    if (head !== undefined) requireHead(head)
    head = undefined
  }
  const look = (bytes: Uint8Array): void => {
    size += bytes.length
    if (size > most) throw tooLarge(most)
    if (head === undefined) return
    head = Buffer.concat([head, bytes.subarray(0, headBytes - head.length)])
    if (head.length >= headBytes) judge()
  }
  const watch = (data: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
    hashedPieces(data, hash, { seen: look, ended: judge })
  return {
    watch,
    received: async (): Promise<Received> => {
      const [checksum = '', hashValue = ''] = await hash.end()
      return { size, checksum, hashValue }
    },
    /** To be called at the end of the upload, whether it succeeded or not. */
    close: () => hash.drop(),
  }
}
