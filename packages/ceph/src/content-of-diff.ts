/** The size of the buffer of zeros, which is yielded repeatedly, so that zeros cost no memory. */
const zeroBytes = 4_194_304

const headLine = Buffer.from('rbd diff v1\n', 'latin1')

/** Reads the requested numbers of bytes from a stream. */
const reader = (source: AsyncIterator<Uint8Array>) => {
  let rest: Buffer = Buffer.alloc(0)
  /** At least one byte and at most `most`, from a single chunk. */
  const some = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { done, value } = await source.next()
      if (done === true) throw new Error('the differences of an image end in the middle')
      rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }
  const exactly = async (length: number): Promise<Buffer> => {
    const pieces: Buffer[] = []
    for (let lacking = length; lacking > 0; ) {
      const piece = await some(lacking)
      pieces.push(piece)
      lacking -= piece.length
    }
    return Buffer.concat(pieces)
  }
  const number = async (): Promise<number> => Number((await exactly(8)).readBigUInt64LE())
  return { some, exactly, number }
}

const zerosOf = function* (zeros: Buffer, length: number): Generator<Uint8Array> {
  for (let lacking = length; lacking > 0; lacking -= zeros.length)
    yield zeros.subarray(0, Math.min(lacking, zeros.length))
}

/**
 * The whole content of an image from the output of `rbd export-diff` (format version 1) since its creation: its data, and zeros
 * where it has none. Throws if the data are not in the order of their offsets.
 */
export const contentOfDiff = async function* (diff: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = diff[Symbol.asyncIterator]()
  try {
    yield* contentOf(source)
    // The source may still fail at its end.
    while ((await source.next()).done !== true);
  } finally {
    await source.return?.()
  }
}

const contentOf = async function* (source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { some, exactly, number } = reader(source)
  if (!(await exactly(headLine.length)).equals(headLine)) throw new Error('it has no differences of an image')
  const zeros = Buffer.alloc(zeroBytes)
  let [size, at] = [0, 0]
  const zerosUntil = function* (offset: number): Generator<Uint8Array> {
    if (offset < at) throw new Error('the differences of an image are in no order')
    yield* zerosOf(zeros, offset - at)
    at = offset
  }
  for (;;) {
    const tag = (await exactly(1)).toString('latin1')
    switch (tag) {
      case 'e':
        yield* zerosUntil(size)
        return
      case 'f':
      case 't':
        // The names of the snapshots at its begin and end.
        await exactly((await exactly(4)).readUInt32LE())
        break
      case 's':
        size = await number()
        break
      case 'z':
        yield* zerosUntil((await number()) + (await number()))
        break
      case 'w':
        yield* zerosUntil(await number())
        for (let lacking = await number(); lacking > 0; ) {
          const bytes = await some(lacking)
          yield bytes
          lacking -= bytes.length
          at += bytes.length
        }
        break
      default:
        throw new Error(`the differences of an image have an unknown part ${JSON.stringify(tag)}`)
    }
  }
}
