/** Data that cannot be decompressed. */
export class SnappyMistake extends Error {
  override readonly name = 'SnappyMistake'
}

/** The maximum number of decompressed bytes of one request. */
const mostBytes = 32 * 1024 * 1024

const readLength = (bytes: Uint8Array): readonly [length: number, next: number] => {
  let length = 0
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes[index] ?? 0
    length += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return [length, index + 1]
  }
  throw new SnappyMistake('the length cannot be read')
}

/** Decompresses a Snappy block, as sent by Prometheus. Throws {@link SnappyMistake}. */
export const decompress = (bytes: Uint8Array): Uint8Array => {
  const [length, begin] = readLength(bytes)
  if (length > mostBytes) throw new SnappyMistake('there is too much of it')
  const out = new Uint8Array(length)
  const byteAt = (place: number): number => {
    const byte = bytes[place]
    if (byte === undefined) throw new SnappyMistake('it ends too early')
    return byte
  }
  const little = (place: number, count: number): number => {
    let value = 0
    for (let index = 0; index < count; index += 1) value += byteAt(place + index) * 256 ** index
    return value
  }
  let from = begin
  let to = 0
  const copy = (distance: number, count: number): void => {
    if (distance === 0 || distance > to || to + count > length)
      throw new SnappyMistake('a copy is out of reach')
    for (let index = 0; index < count; index += 1, to += 1) out[to] = out[to - distance] ?? 0
  }
  while (from < bytes.length) {
    const tag = byteAt(from)
    from += 1
    switch (tag & 3) {
      case 0: {
        const short = tag >> 2
        const extra = short < 60 ? 0 : short - 59
        const count = (extra === 0 ? short : little(from, extra)) + 1
        from += extra
        if (from + count > bytes.length || to + count > length) throw new SnappyMistake('it ends too early')
        out.set(bytes.subarray(from, from + count), to)
        from += count
        to += count
        break
      }
      case 1:
        copy(((tag >> 5) << 8) + byteAt(from), ((tag >> 2) & 7) + 4)
        from += 1
        break
      case 2:
        copy(little(from, 2), (tag >> 2) + 1)
        from += 2
        break
      default:
        copy(little(from, 4), (tag >> 2) + 1)
        from += 4
    }
  }
  if (to !== length) throw new SnappyMistake('it is shorter than it says')
  return out
}
