import { headBytes } from '@nimbo/image-format/signatures'
import { giveBack, isOwnedByItsReader } from '@nimbo/kernel/owned-bytes'
import { tooLarge } from './bounded.ts'
import type { Digests } from './digests.ts'
import type { Hashing } from './hashing.ts'

/** What is known of the data once all of it has been read. */
export interface Received extends Digests {
  readonly size: number
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
  const hash = hashing.begin()
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
  async function* watch(data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const isOurs = isOwnedByItsReader(data)
    for await (const bytes of data) {
      look(bytes)
      for (let rest = bytes; rest.length > 0; ) {
        const room = hash.room()
        if (room) await room
        rest = hash.take(rest)
        if (hash.isFull()) yield hash.piece()
      }
      if (isOurs) giveBack(bytes)
    }
    judge()
    yield hash.piece()
  }
  return {
    watch,
    received: async (): Promise<Received> => ({ size, ...(await hash.end()) }),
    /** To be called at the end of the upload, whether it succeeded or not. */
    close: () => hash.drop(),
  }
}
