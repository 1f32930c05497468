/** Data at an offset; everything else is zero. */
export interface RbdBlock {
  readonly offset: number
  readonly bytes: Uint8Array
}

const record = (tag: string, ...numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(1 + 8 * numbers.length)
  buffer.write(tag, 0, 'latin1')
  for (const [index, number] of numbers.entries()) buffer.writeBigUInt64LE(BigInt(number), 1 + 8 * index)
  return buffer
}

/**
 * The input of `rbd import-diff` (format version 1): the image's size and the data to write. With `cleared`, that many bytes from
 * the start are zeroed first.
 */
export const rbdDiff = async function* (
  size: number,
  blocks: AsyncIterable<RbdBlock>,
  { cleared }: { readonly cleared?: number } = {},
): AsyncGenerator<Uint8Array> {
  yield Buffer.from('rbd diff v1\n', 'latin1')
  yield record('s', size)
  if (cleared !== undefined && cleared > 0) yield record('z', 0, cleared)
  for await (const { offset, bytes } of blocks) {
    yield record('w', offset, bytes.length)
    yield bytes
  }
  yield record('e')
}
