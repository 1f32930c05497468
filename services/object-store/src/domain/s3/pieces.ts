import { createHash } from 'node:crypto'
import { s3Errors } from '../../s3-errors.ts'
import type { PieceSignatures } from './piece-signatures.ts'

/** The maximum length of a line between two chunks. */
const longestLine = 8192

/** The maximum number of lines after the last chunk. */
const mostTrailers = 100

/** The trailer fields after the last chunk, keyed by names in lower case. */
export type Trailers = ReadonlyMap<string, string>

const readerOf = (source: AsyncIterable<Uint8Array>) => {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { done, value } = await iterator.next()
    if (done) return false
    rest = rest.length === 0 ? Buffer.from(value) : Buffer.concat([rest, value])
    return true
  }
  return {
    /** The next line; undefined at the end. */
    line: async (): Promise<string | undefined> => {
      for (;;) {
        const end = rest.indexOf('\r\n')
        if (end >= 0) {
          const line = rest.subarray(0, end).toString('latin1')
          rest = rest.subarray(end + 2)
          return line
        }
        if (rest.length > longestLine) throw s3Errors.InvalidRequest({ reason: 'A chunk is malformed.' })
        if (!(await more())) return rest.length === 0 ? undefined : rest.toString('latin1')
      }
    },
    /** The next bytes, at most `most`. */
    some: async (most: number): Promise<Buffer> => {
      if (rest.length === 0 && !(await more())) throw s3Errors.IncompleteBody()
      const bytes = rest.subarray(0, most)
      rest = rest.subarray(bytes.length)
      return bytes
    },
    close: async (): Promise<void> => {
      await iterator.return?.()
    },
  }
}

type Reader = ReturnType<typeof readerOf>

const pieceHead = (line: string | undefined): { readonly size: number; readonly signature: string } => {
  const [, size, , signature = ''] =
    /^([0-9a-fA-F]{1,13})(;chunk-signature=([0-9a-f]+))?\s*$/.exec(line ?? '') ?? []
  if (line === undefined) throw s3Errors.IncompleteBody()
  if (size === undefined) throw s3Errors.InvalidRequest({ reason: 'A chunk is malformed.' })
  return { size: Number.parseInt(size, 16), signature }
}

const readTrailers = async (reader: Reader, signatures: PieceSignatures | undefined): Promise<Trailers> => {
  const trailers = new Map<string, string>()
  const digest = createHash('sha256')
  for (let lines = 0; ; lines += 1) {
    const line = await reader.line()
    if (line === undefined || line === '') break
    if (lines === mostTrailers) throw s3Errors.InvalidRequest({ reason: 'The trailer is too long.' })
    const colon = line.indexOf(':')
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    trailers.set(name, value)
    if (name !== 'x-amz-trailer-signature') digest.update(`${name}:${value}\n`)
  }
  const signature = trailers.get('x-amz-trailer-signature')
  if (signatures && trailers.size > 0) signatures.trailer(digest.digest('hex'), signature ?? '')
  return trailers
}

/**
 * Decodes an `aws-chunked` body. Each chunk has its size before it and, if `signatures` verifies them, a signature. Bytes are
 * passed on before their signature is verified, so the consumer must discard a body that ends with an error. `end` receives the
 * trailer fields.
 */
export async function* joinPieces(
  source: AsyncIterable<Uint8Array>,
  signatures: PieceSignatures | undefined,
  end: (trailers: Trailers) => void,
): AsyncGenerator<Buffer> {
  const reader = readerOf(source)
  try {
    for (;;) {
      const { size, signature } = pieceHead(await reader.line())
      const digest = signatures && createHash('sha256')
      for (let left = size; left > 0; ) {
        const bytes = await reader.some(left)
        left -= bytes.length
        digest?.update(bytes)
        yield bytes
      }
      if (digest) signatures?.next(digest.digest('hex'), signature)
      if (size === 0) break
      if ((await reader.line()) !== '') throw s3Errors.InvalidRequest({ reason: 'A chunk is malformed.' })
    }
    end(await readTrailers(reader, signatures))
  } finally {
    await reader.close()
  }
}
