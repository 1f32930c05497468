import { once } from 'node:events'
import type { Duplex } from 'node:stream'

/** Reads that many bytes. Throws when the stream ends or is destroyed before. */
export const readExactly = async (stream: Duplex, count: number): Promise<Buffer> => {
  for (;;) {
    const bytes: unknown = stream.read(count)
    if (bytes instanceof Buffer && bytes.length === count) return bytes
    if (stream.readableEnded || stream.destroyed || bytes !== null)
      throw new Error('the connection ended during the handshake')
    const waiting = new AbortController()
    const { signal } = waiting
    try {
      await Promise.race([once(stream, 'readable', { signal }), once(stream, 'close', { signal })])
    } finally {
      waiting.abort()
    }
  }
}
