import { giveBack, isOwnedByItsReader } from '@nimbo/kernel/owned-bytes'
import type { StreamHash } from './hashing.ts'

interface Watch {
  /** Called with all bytes as they come. */
  readonly seen: (bytes: Uint8Array) => void
  /** Called after the last of them, before the last piece is passed on. */
  readonly ended?: () => void
}

/**
 * Passes data through in large pieces and hashes them meanwhile. A piece is valid only until the next one is requested, since its
 * memory is reused.
 */
export async function* hashedPieces(
  data: AsyncIterable<Uint8Array>,
  hash: StreamHash,
  { seen, ended = () => {} }: Watch,
): AsyncGenerator<Uint8Array> {
  const isOurs = isOwnedByItsReader(data)
  for await (const bytes of data) {
    seen(bytes)
    for (let rest = bytes; rest.length > 0; ) {
      const room = hash.room()
      if (room) await room
      rest = hash.take(rest)
      if (hash.isFull()) yield hash.piece()
    }
    if (isOurs) giveBack(bytes)
  }
  ended()
  const last = hash.piece()
  if (last.length > 0) yield last
}
