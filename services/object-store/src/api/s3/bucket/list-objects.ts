import type { HttpResponse } from '@nimbo/http/message'
import type { SwiftApp } from '../../../app/app.ts'
import type { Listed } from '../../../db/listing.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { etagOf } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { encodingOf } from '../encoding.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Handler, S3Request } from '../s3-request.ts'
import { isoOf } from '../times.ts'
import { wholeNumber } from '../whole-number.ts'
import { xmlReply } from '../xml.ts'

type Entry = Listed<StoredObject>

const nameOf = (one: Entry): string => (one.kind === 'subdir' ? one.name : one.row.name)

const tokenOf = (name: string): string => Buffer.from(name).toString('base64url')

/** The marker of ListObjectsV2: the name in the continuation token, else `start-after`. */
const markerOfSecond = (query: URLSearchParams): string => {
  const token = query.get('continuation-token')
  if (token === null) return query.get('start-after') ?? ''
  const name = Buffer.from(token, 'base64url').toString()
  if (token === '' || tokenOf(name) !== token)
    throw s3Errors.InvalidArgument({ reason: 'The continuation token provided is incorrect' })
  return name
}

const contents = (
  { owner, query }: S3Request,
  entries: readonly Entry[],
  encoded: (name: string) => string,
) => {
  const hasOwner = query.get('list-type') !== '2' || query.get('fetch-owner') === 'true'
  return {
    Contents: entries.flatMap((one) =>
      one.kind === 'subdir'
        ? []
        : [
            {
              Key: encoded(one.row.name),
              LastModified: isoOf(one.row.timestamp),
              ETag: `"${etagOf(one.row)}"`,
              Size: one.row.size,
              ...(hasOwner ? { Owner: { ID: owner.id, DisplayName: owner.name } } : {}),
              StorageClass: 'STANDARD',
            },
          ],
    ),
    CommonPrefixes: entries.flatMap((one) => (one.kind === 'subdir' ? [{ Prefix: encoded(one.name) }] : [])),
  }
}

interface Page {
  readonly entries: readonly Entry[]
  readonly isTruncated: boolean
  readonly limit: number
}

const head = (
  { query, bucket }: S3Request,
  { isTruncated, limit }: Page,
  encoded: (name: string) => string,
) => ({
  Name: bucket,
  Prefix: encoded(query.get('prefix') ?? ''),
  ...(query.has('delimiter') ? { Delimiter: encoded(query.get('delimiter') ?? '') } : {}),
  ...(query.has('encoding-type') ? { EncodingType: 'url' } : {}),
  MaxKeys: limit,
  IsTruncated: isTruncated,
})

const firstReply = (request: S3Request, page: Page): HttpResponse => {
  const encoded = encodingOf(request.query)
  const last = page.entries.at(-1)
  return xmlReply('ListBucketResult', {
    ...head(request, page, encoded),
    Marker: encoded(request.query.get('marker') ?? ''),
    ...(page.isTruncated && last ? { NextMarker: encoded(nameOf(last)) } : {}),
    ...contents(request, page.entries, encoded),
  })
}

const secondReply = (request: S3Request, page: Page): HttpResponse => {
  const { query } = request
  const encoded = encodingOf(query)
  const [token, after] = [query.get('continuation-token'), query.get('start-after')]
  const last = page.entries.at(-1)
  return xmlReply('ListBucketResult', {
    ...head(request, page, encoded),
    KeyCount: page.entries.length,
    ...(token === null ? {} : { ContinuationToken: token }),
    ...(after === null ? {} : { StartAfter: encoded(after) }),
    ...(page.isTruncated && last ? { NextContinuationToken: tokenOf(nameOf(last)) } : {}),
    ...contents(request, page.entries, encoded),
  })
}

/** ListObjects and ListObjectsV2. */
export const listBucketObjects =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const { id } = await requireBucket(app, request, 'list')
    const { query } = request
    const isSecond = query.get('list-type') === '2'
    const limit = wholeNumber(query, 'max-keys', app.config['filter:s3api'].max_bucket_listing)
    const listed = await app.listObjects(id, {
      ...{ prefix: query.get('prefix') ?? '', delimiter: query.get('delimiter') ?? '' },
      ...{ marker: isSecond ? markerOfSecond(query) : (query.get('marker') ?? '') },
      ...{ endMarker: '', reverse: false, limit: limit + 1 },
    })
    const page = { entries: listed.slice(0, limit), isTruncated: limit > 0 && listed.length > limit, limit }
    return isSecond ? secondReply(request, page) : firstReply(request, page)
  }
