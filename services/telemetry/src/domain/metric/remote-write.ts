/** A series of a Prometheus remote write request: its labels and samples. */
export interface WrittenSeries {
  readonly labels: Readonly<Record<string, string>>
  /** Timestamps are in microseconds. */
  readonly samples: readonly (readonly [instant: number, value: number])[]
}

/** An invalid remote write message. */
export class WriteMistake extends Error {
  override readonly name = 'WriteMistake'
}

interface Field {
  readonly number: number
  /** The content of a length-delimited field. */
  readonly bytes: Uint8Array
  /** The value of a numeric field. */
  readonly integer: bigint
}

/** The fields of a Protocol Buffers message. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0
  const integer = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at]
      if (byte === undefined) throw new WriteMistake('a number ends too early')
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asIntN(64, value)
    }
    throw new WriteMistake('a number has no end')
  }
  const take = (count: number): Uint8Array => {
    if (count < 0 || at + count > message.length) throw new WriteMistake('a field ends too early')
    at += count
    return message.subarray(at - count, at)
  }
  const none = new Uint8Array()
  while (at < message.length) {
    const key = Number(integer())
    const number = key >> 3
    switch (key & 7) {
      case 0:
        yield { number, bytes: none, integer: integer() }
        break
      case 1:
        yield { number, bytes: take(8), integer: 0n }
        break
      case 2:
        yield { number, bytes: take(Number(integer())), integer: 0n }
        break
      case 5:
        yield { number, bytes: take(4), integer: 0n }
        break
      default:
        throw new WriteMistake('a field is of no kind that is known')
    }
  }
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

const labelOf = (message: Uint8Array): readonly [string, string] => {
  const parts = new Map([...fieldsOf(message)].map(({ number, bytes }) => [number, text(bytes)]))
  return [parts.get(1) ?? '', parts.get(2) ?? '']
}

const sampleOf = (message: Uint8Array): readonly [number, number] => {
  let value = 0
  let instant = 0
  for (const field of fieldsOf(message)) {
    if (field.number === 1 && field.bytes.length === 8) value = Buffer.from(field.bytes).readDoubleLE()
    if (field.number === 2) instant = Number(field.integer) * 1000
  }
  if (!Number.isSafeInteger(instant)) throw new WriteMistake('an instant is too far away')
  return [instant, value]
}

/** The series of a decompressed remote write request. Throws {@link WriteMistake}. */
export const seriesIn = (message: Uint8Array): readonly WrittenSeries[] =>
  [...fieldsOf(message)]
    .filter(({ number }) => number === 1)
    .map(({ bytes }) => {
      const parts = [...fieldsOf(bytes)]
      const of = (wanted: number) => parts.filter(({ number }) => number === wanted)
      return {
        labels: Object.fromEntries(of(1).map((part) => labelOf(part.bytes))),
        samples: of(2).map((part) => sampleOf(part.bytes)),
      }
    })
