import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Headers, type HttpRequest, streamOf } from '@nimbo/http/message'
import { checksums } from '../../../domain/s3/checksums.ts'
import { joinPieces, type Trailers } from '../../../domain/s3/pieces.ts'
import type { PieceSignatures } from '../../../domain/s3/piece-signatures.ts'
import { s3Errors } from '../../../s3-errors.ts'

/** The body of a request, without `aws-chunked` encoding. */
export interface S3Payload {
  readonly body: Readable
  /** The size in bytes that the request announces. */
  readonly size: number | undefined
}

const inPieces = /^STREAMING-/

const known = new Set([
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
])

/** The value of `x-amz-content-sha256`; without one the payload is not signed. */
export const payloadWord = ({ headers, query }: Pick<HttpRequest, 'headers' | 'query'>): string =>
  query.get('X-Amz-Content-Sha256') ?? headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'

export const isSignedInPieces = (word: string): boolean =>
  inPieces.test(word) && word !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'

const sizeOf = (headers: Headers, word: string): number | undefined => {
  const said = inPieces.test(word) ? headers['x-amz-decoded-content-length'] : headers['content-length']
  if (said === undefined) {
    if (inPieces.test(word)) throw s3Errors.MissingContentLength()
    return undefined
  }
  if (!/^\d+$/.test(said)) throw s3Errors.InvalidArgument({ reason: 'The length of the body is no number.' })
  return Number(said)
}

/** The names of the checksums that a request announces: with a value in its headers, or as a trailer after the body. */
const announced = (headers: Headers): readonly string[] => {
  const behind = (headers['x-amz-trailer'] ?? '').split(',').map((name) => name.trim().toLowerCase())
  const names = [...Object.keys(headers), ...behind].filter((name) => name.startsWith('x-amz-checksum-'))
  return names.filter((name) => name !== 'x-amz-checksum-algorithm' && name !== 'x-amz-checksum-type')
}

/** Passes the body on and throws at its end when a digest or checksum does not match. */
async function* checked(
  source: AsyncIterable<Uint8Array>,
  { headers, word, trailers }: { headers: Headers; word: string; trailers: () => Trailers },
): AsyncGenerator<Uint8Array> {
  const sums = announced(headers).map((name) => {
    const make = checksums[name]
    if (!make) throw s3Errors.NotImplemented()
    return { name, sum: make() }
  })
  const isDigest = /^[0-9a-f]{64}$/.test(word)
  const digest = createHash('sha256')
  for await (const bytes of source) {
    if (isDigest) digest.update(bytes)
    for (const { sum } of sums) sum.update(bytes)
    yield bytes
  }
  if (isDigest && digest.digest('hex') !== word) throw s3Errors.XAmzContentSHA256Mismatch()
  for (const { name, sum } of sums)
    if (sum.base64() !== (headers[name] ?? trailers().get(name))) throw s3Errors.BadDigest()
}

/** The body of a request. `signatures` verifies its chunks if they are signed. */
export const payloadOf = (http: HttpRequest, signatures: PieceSignatures | undefined): S3Payload => {
  const { headers } = http
  const word = payloadWord(http)
  if (inPieces.test(word) ? !known.has(word) : !/^([0-9a-f]{64}|UNSIGNED-PAYLOAD)$/.test(word))
    throw s3Errors.InvalidArgument({
      reason: 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, or a valid sha256 value.',
    })
  const size = sizeOf(headers, word)
  const source = streamOf(http.body)
  if (word === 'UNSIGNED-PAYLOAD' && announced(headers).length === 0) return { body: source, size }
  let trailers: Trailers = new Map()
  const joined = inPieces.test(word)
    ? joinPieces(source, signatures, (behind) => {
        trailers = behind
      })
    : source
  return {
    size,
    body: Readable.from(checked(joined, { headers, word, trailers: () => trailers }), { objectMode: false }),
  }
}
