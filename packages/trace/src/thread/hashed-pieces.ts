import { giveBack, isOwnedByItsReader } from '@nimbo/kernel/owned-bytes'
import type { StreamHash } from './hashing.ts'

interface Watch {
  /** Called with all bytes as they come. */
  readonly seen: (bytes: Uint8Array) => void
  /** Called after the last bytes, before the last piece is passed on. */
  readonly ended?: () => void
}

/**
 * Passes data through in large pieces and hashes them meanwhile. The next piece is collected while one is consumed, so that reading and writing
 * overlap. A piece is valid only until the next one is requested, since its memory is reused.
 */
export async function* hashedPieces(
  data: AsyncIterable<Uint8Array>,
  hash: StreamHash,
  watch: Watch,
): AsyncGenerator<Uint8Array> {
  const wanted = new AbortController()
  const pieces = collect(data, hash, watch, wanted.signal)
  try {
    for (let next = request(pieces); ; ) {
      const { done, value } = await next
      if (done) return
      next = request(pieces)
      yield value
    }
  } finally {
    wanted.abort()
    // Not awaited: the sender may be slow, and a consumer that has failed should report it at once.
    pieces.return().catch(() => {})
  }
}

/** Requests a piece. A caller that awaits it gets the error; without one it is not an unhandled rejection. */
const request = (pieces: AsyncGenerator<Uint8Array, void>): Promise<IteratorResult<Uint8Array, void>> => {
  const requested = pieces.next()
  requested.catch(() => {})
  return requested
}

async function* collect(
  data: AsyncIterable<Uint8Array>,
  hash: StreamHash,
  { seen, ended = () => {} }: Watch,
  wanted: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const isOurs = isOwnedByItsReader(data)
  for await (const bytes of data) {
    seen(bytes)
    for (let rest = bytes; rest.length > 0; ) {
      const room = hash.room()
      if (room) await room
      if (wanted.aborted) return
      rest = hash.take(rest)
      if (hash.isFull()) yield hash.piece()
    }
    if (isOurs) giveBack(bytes)
  }
  ended()
  const last = hash.piece()
  if (last.length > 0) yield last
}
