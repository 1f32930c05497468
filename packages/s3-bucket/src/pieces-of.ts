/** Divides the bytes into chunks of one length; the last may be shorter. Yields nothing for empty data. */
export const piecesOf = async function* (
  data: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let size = 0
  for await (const bytes of data) {
    let rest = Buffer.from(bytes)
    while (size + rest.length >= length) {
      const cut = length - size
      yield Buffer.concat([...gathered, rest.subarray(0, cut)])
      rest = rest.subarray(cut)
      gathered = []
      size = 0
    }
    gathered.push(rest)
    size += rest.length
  }
  if (size > 0) yield Buffer.concat(gathered)
}
