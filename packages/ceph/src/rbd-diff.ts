/** Bytes at a place; all else is zeros. */
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
 * What `rbd import-diff` reads, in the first version of the form that Ceph documents: an image's size, and what is written to
 * it. Where `cleared` is given, so many bytes from the start are zeros first.
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
