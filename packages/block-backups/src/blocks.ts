/** Cuts bytes into blocks of one size; the last may be shorter. A block is good until the next one is asked for. */
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
    // The chunk may be overwritten by the next.
    rest = Buffer.from(whole.subarray(at))
  }
  if (rest.length > 0) yield rest
}
