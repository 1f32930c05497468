/** Where a block is stored: compressed, in the data of the backup that first had it. */
export interface Kept {
  readonly hash: string
  readonly holder: string
  readonly offset: number
  readonly length: number
}

/** A backup's non-zero blocks by number, with their places. */
export interface Manifest {
  readonly blockSize: number
  readonly blocks: ReadonlyMap<number, Kept>
}

/** How much text is yielded at once. */
const pieceLength = 1_048_576

/** The first line contains the block size; each further line is `[number, hash, holder, offset, length]`. */
export const textOfManifest = function* ({ blockSize, blocks }: Manifest): Generator<string> {
  let lines = `${JSON.stringify({ version: 1, blockSize })}\n`
  for (const [number, { hash, holder, offset, length }] of blocks) {
    lines += `${JSON.stringify([number, hash, holder, offset, length])}\n`
    if (lines.length < pieceLength) continue
    yield lines
    lines = ''
  }
  yield lines
}

const isKept = (line: unknown): line is [number, string, string, number, number] =>
  Array.isArray(line) &&
  line.length === 5 &&
  [0, 3, 4].every((at) => Number.isSafeInteger(line[at])) &&
  [1, 2].every((at) => typeof line[at] === 'string')

/** Throws for invalid lines. */
export const readManifest = async (id: string, lines: AsyncIterable<string>): Promise<Manifest> => {
  const blocks = new Map<number, Kept>()
  let blockSize: number | undefined
  for await (const text of lines) {
    const line: unknown = JSON.parse(text)
    if (isKept(line)) {
      const [number, hash, holder, offset, length] = line
      blocks.set(number, { hash, holder, offset, length })
    } else if (blockSize === undefined && typeof line === 'object' && line !== null && 'blockSize' in line)
      blockSize = Number(line.blockSize)
    else throw new Error(`what backup ${id} keeps is no list of blocks`)
  }
  if (blockSize === undefined) throw new Error(`backup ${id} does not say how large its blocks are`)
  return { blockSize, blocks }
}
