import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { bytesOf, type Headers, type HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { StoredObject } from '../../db/objects.ts'
import { type ByteRange, readRanges } from '../../domain/byte-ranges.ts'
import { judgeConditions } from '../../domain/conditions.ts'
import { bytesInPieces } from '../../app/storage/bytes-in-pieces.ts'
import type { BytesRead } from '../../driver/object-bytes.ts'
import { errors } from '../../errors.ts'
import type { Content } from '../content/content.ts'
import type { ObjectRequest } from '../object-request.ts'
import { refusal } from '../refusal.ts'
import { objectHeaders } from './object-headers.ts'

/** Bodies up to this many bytes are sent in one piece: a stream would cost more. */
const mostInMemory = 65_536

/** Whether `If-Range` matches, so that the requested range may be sent. */
const rangeHolds = ({ headers }: ObjectRequest, { etag }: Content, { timestamp }: StoredObject): boolean => {
  const known = headers['if-range']
  if (known === undefined) return true
  const date = Date.parse(known)
  if (Number.isNaN(date)) return known.replaceAll('"', '') === etag.replaceAll('"', '')
  return Math.ceil(Number(timestamp)) * 1000 <= date
}

/** The response to GET and HEAD of an object: the whole object, the requested ranges, or 304. */
export const download = async (
  request: ObjectRequest,
  object: StoredObject,
  content: Content,
): Promise<HttpResponse> => {
  const headers = { ...objectHeaders(object), etag: content.etag }
  const plainTag = content.etag.replaceAll('"', '')
  const verdict = judgeConditions(request.headers, { etag: plainTag, modified: Number(object.timestamp) })
  if (verdict === 304) return bytes(304, undefined, headers)
  if (verdict === 412) throw errors.PreconditionFailed({ reason: '' })
  const isHead = request.method === 'HEAD'
  const asked = isHead || !rangeHolds(request, content, object) ? undefined : request.headers.range
  const ranges = readRanges(asked, content.size)
  if (ranges === undefined)
    return bytes(200, isHead ? undefined : await wholeOf(content), {
      ...headers,
      'content-length': String(content.size),
    })
  const [only, second] = ranges
  if (only === undefined)
    return refusal(416, '', { etag: content.etag, 'content-range': `bytes */${content.size}` })
  return second === undefined
    ? oneRange(content, only, headers)
    : manyRanges(content, ranges, headers, object.contentType)
}

const wholeOf = async (content: Content): Promise<BytesRead> => {
  const data = await content.open(undefined)
  if (data instanceof Uint8Array) return complete(data, content.size)
  return content.size > mostInMemory ? data : complete(await bytesOf(data), content.size)
}

/** Throws if bytes are missing: the client would wait for them until its timeout. */
const complete = (data: Uint8Array, size: number): Uint8Array => {
  if (data.length === size) return data
  throw new Error(`there are ${data.length} bytes where ${size} were stored`)
}

const sizeOf = ({ first, last }: ByteRange): number => last - first + 1

const named = ({ first, last }: ByteRange, size: number): string => `bytes ${first}-${last}/${size}`

const oneRange = async (content: Content, range: ByteRange, headers: Headers): Promise<HttpResponse> => {
  const data = await content.open(range)
  return bytes(206, data instanceof Uint8Array ? complete(data, sizeOf(range)) : data, {
    ...headers,
    'content-length': String(sizeOf(range)),
    'content-range': named(range, content.size),
  })
}

const lineEnd = Buffer.from('\r\n')

/** RFC 9110, section 14.6: each range is a part with its own headers. */
const manyRanges = (
  content: Content,
  ranges: readonly ByteRange[],
  headers: Headers,
  type: string,
): HttpResponse => {
  const boundary = randomBytes(16).toString('hex')
  const heads = ranges.map((range) =>
    Buffer.from(
      `--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: ${named(range, content.size)}\r\n\r\n`,
    ),
  )
  const tail = Buffer.from(`--${boundary}--`)
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for (const [index, range] of ranges.entries()) {
      yield heads[index] ?? tail
      yield* bytesInPieces(await content.open(range))
      yield lineEnd
    }
    yield tail
  }
  const body = ranges.reduce((sum, range) => sum + sizeOf(range) + lineEnd.length, 0)
  const length = heads.reduce((sum, head) => sum + head.length, body + tail.length)
  return bytes(206, Readable.from(parts(), { objectMode: false }), {
    ...headers,
    'content-type': `multipart/byteranges;boundary=${boundary}`,
    'content-length': String(length),
  })
}
