/** Splits data into blocks of one size; the last may be shorter. A block is valid until the next one is requested. */
export const blocksOf = async function* (
  content: AsyncIterable<Uint8Array>,
  blockSize: number,
): AsyncGenerator<Buffer> {
  /** The block that chunks have begun, copied, because the source may reuse a chunk's memory. */
  const begun = Buffer.alloc(blockSize)
  let filled = 0
  for await (const { buffer, byteOffset, byteLength } of content) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength)
    let at = 0
    if (filled > 0) {
      at = chunk.copy(begun, filled)
      filled += at
      if (filled < blockSize) continue
      yield begun
      filled = 0
    }
    for (; at + blockSize <= chunk.length; at += blockSize) yield chunk.subarray(at, at + blockSize)
    filled = chunk.copy(begun, 0, at)
  }
  if (filled > 0) yield begun.subarray(0, filled)
}
