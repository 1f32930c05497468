/** The bytes in pieces of one length, the last of them shorter; none of nothing. */
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
