/** Splits data into blocks of one size; the last may be shorter. A block is valid until the next one is requested. */
export const blocksOf = async function* (
  content: AsyncIterable<Uint8Array>,
  blockSize: number,
): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const { buffer, byteOffset, byteLength } of content) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength)
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (; at + blockSize <= whole.length; at += blockSize) yield whole.subarray(at, at + blockSize)
    // Copied, because the source may reuse the chunk's memory.
    rest = Buffer.from(whole.subarray(at))
  }
  if (rest.length > 0) yield rest
}
