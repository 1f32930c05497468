import type { Headers, HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { etagOf, kept } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { contentOf } from '../../content/content-of.ts'
import { type Followed, followLinks } from '../../content/find-object.ts'
import { lookUpAgain } from '../../content/look-up-again.ts'
import { sizeOfSegment } from '../../../domain/manifest.ts'
import { manifestOf } from '../../../app/manifest-of.ts'
import { download } from '../../object/download.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request, withSegments } from '../s3-request.ts'
import { wholeNumber } from '../whole-number.ts'

const passedOn = new Set([
  ...['content-type', 'content-encoding', 'content-disposition', 'content-language', 'cache-control'],
  ...['expires', 'last-modified', 'content-length', 'content-range', 'accept-ranges'],
])

const conditions = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
]

/** The headers that `response-…` parameters of the query may override. */
const overridden = [
  ...['content-type', 'content-language', 'expires'],
  ...['cache-control', 'content-disposition', 'content-encoding'],
]

const overrides = (query: URLSearchParams): Headers =>
  Object.fromEntries(
    overridden.flatMap((name) => {
      const value = query.get(`response-${name}`)
      if (value === null) return []
      if (!/^[\x20-\x7e\xa0-\xff]*$/.test(value))
        throw s3Errors.InvalidArgument({
          reason: 'Header value cannot be represented using ISO-8859-1.',
        })
      return [[name, value] as const]
    }),
  )

/** Translates the headers of a download into S3's. */
const s3Headers = (headers: Headers, object: StoredObject): Headers => {
  const tags = object.headers[kept.tags]
  return {
    ...Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => {
        if (name.startsWith('x-object-meta-'))
          return [[`x-amz-meta-${name.slice('x-object-meta-'.length)}`, value]]
        return passedOn.has(name) ? [[name, value]] : []
      }),
    ),
    etag: `"${etagOf(object)}"`,
    ...(object.versionId === null ? {} : { 'x-amz-version-id': object.versionId }),
    ...(tags ? { 'x-amz-tagging-count': String(new URLSearchParams(tags).size) } : {}),
  }
}

interface Part {
  readonly range: string
  readonly count: number
}

/** The range of one part of a multipart object; an object uploaded in one piece is its own first part. */
const partOf = async (
  app: SwiftApp,
  { query }: S3Request,
  object: StoredObject,
): Promise<Part | undefined> => {
  if (!query.has('partNumber')) return undefined
  const number = wholeNumber(query, 'partNumber', app.config['filter:s3api'].max_upload_part_num, 1)
  const sizes = object.kind === 'static' ? (await manifestOf(app, object)).map(sizeOfSegment) : [object.size]
  const size = sizes[number - 1]
  if (size === undefined) throw s3Errors.InvalidRange()
  const first = sizes.slice(0, number - 1).reduce((sum, one) => sum + one, 0)
  return { range: `bytes=${first}-${first + size - 1}`, count: sizes.length }
}

const conditionsOf = ({ headers }: S3Request): Headers =>
  Object.fromEntries(
    conditions.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/** GET and HEAD of an object or of one of its versions. */
export const getS3Object =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const { bucket = '', query } = request
    await requireBucket(app, request, 'read')
    const asOverridden = overrides(query)
    const versionId = query.get('versionId')
    const asked = asObjectRequest(request, {
      headers: conditionsOf(request),
      access: withSegments(request, bucket),
      query: new URLSearchParams(versionId === null ? {} : { 'version-id': versionId }),
    })
    const answerWith = async ({ object, request: followed }: Followed): Promise<HttpResponse> => {
      const part = await partOf(app, request, object)
      const content = await contentOf(app, followed, object)
      const wanted =
        part && request.method === 'GET'
          ? { ...asked, headers: { ...asked.headers, range: part.range } }
          : asked
      const response = await download(wanted, object, { ...content, etag: `"${etagOf(object)}"` })
      if (response.status === 416) throw s3Errors.InvalidRange()
      return replyOf(response, { object, part, asOverridden })
    }
    return lookUpAgain(app, async () => {
      const found = await followLinks(app, asked)
      return { found, answer: () => answerWith(found) }
    })
  }

interface Shown {
  readonly object: StoredObject
  readonly part: Part | undefined
  readonly asOverridden: Headers
}

const replyOf = (response: HttpResponse, { object, part, asOverridden }: Shown): HttpResponse =>
  bytes(response.status, response.body, {
    ...s3Headers(response.headers, object),
    ...(part ? { 'x-amz-mp-parts-count': String(part.count) } : {}),
    ...(response.status < 300 ? asOverridden : {}),
  })
