import { Readable } from 'node:stream'
import type { ByteRange } from '../../domain/byte-ranges.ts'
import { bytesInPieces } from '../../app/storage/bytes-in-pieces.ts'
import type { BytesRead } from '../../driver/object-bytes.ts'

/** A segment of a large object. */
export interface Segment {
  /** The bytes that it contributes to the large object. */
  readonly size: number
  /** Opens a range of those bytes, counted from the first byte that the segment contributes. */
  open(range: ByteRange): Promise<BytesRead>
}

/** The bytes of the segments one after the other, or a range of them. Each segment is opened only when it is reached. */
export const joinSegments = (segments: readonly Segment[], range: ByteRange): Readable => {
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    let before = 0
    for (const segment of segments) {
      const first = Math.max(range.first - before, 0)
      const last = Math.min(range.last - before, segment.size - 1)
      before += segment.size
      if (first <= last) yield* bytesInPieces(await segment.open({ first, last }))
      if (before > range.last) return
    }
  }
  return Readable.from(parts(), { objectMode: false })
}
