import { hash } from 'node:crypto'
import type { Headers, HttpResponse } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import { Type } from 'typebox'
import type { SwiftApp } from '../../../app/app.ts'
import { endUpload } from '../../../app/multipart/end-upload.ts'
import { type Part, partsThatCame } from '../../../app/multipart/parts.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { etagOf, kept } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { findLiving } from '../../content/find-object.ts'
import { putManifest } from '../../object/put-manifest.ts'
import { uploadObject } from '../../object/upload-object.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request, withSegments } from '../s3-request.ts'
import { requireDocument, xmlReply } from '../xml.ts'
import { requireUpload, type Upload, uploadOf } from './upload.ts'

const Completion = Type.Object({
  Part: Type.Array(
    Type.Object({ PartNumber: Type.String({ pattern: String.raw`^\s*\d{1,6}\s*$` }), ETag: Type.String() }),
  ),
})
type Named = Type.Static<typeof Completion>['Part'][number]

const replyOf = ({ http, bucket, key }: S3Request, etag: string, headers: Headers = {}): HttpResponse => {
  const version = headers['x-object-version-id']
  const Location = `${http.origin}${http.mount}${http.path}`
  return xmlReply(
    'CompleteMultipartUploadResult',
    { Location, Bucket: bucket, Key: key, ETag: `"${etag}"` },
    version === undefined ? {} : { 'x-amz-version-id': version },
  )
}

/** The uploaded parts that the request names. Throws when one is missing, out of order or too small. */
const chosen = (named: readonly Named[], came: readonly Part[], least: number): readonly Part[] => {
  const numbers = named.map(({ PartNumber }) => Number(PartNumber))
  if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0)))
    throw s3Errors.InvalidPartOrder()
  const parts = named.map(({ ETag }, index) => {
    const part = came.find(({ number }) => number === numbers[index])
    if (part?.object.etag !== ETag.trim().replaceAll('"', '')) throw s3Errors.InvalidPart()
    return part
  })
  if (parts.slice(0, -1).some(({ object }) => object.size < least)) throw s3Errors.EntityTooSmall()
  return parts
}

/** The ETag of a multipart object: the MD5 of the parts' MD5 digests, and the number of parts. */
const etagOfParts = (parts: readonly Part[]): string => {
  const digests = Buffer.concat(parts.map(({ object }) => Buffer.from(object.etag, 'hex')))
  return `${hash('md5', digests, 'hex')}-${parts.length}`
}

/** The object created by an upload that was completed before, if it still exists. */
const completedBefore = async (app: SwiftApp, request: S3Request): Promise<StoredObject | undefined> => {
  const bucket = await requireBucket(app, request, 'write')
  const object = await findLiving(app, bucket, request.key ?? '')
  return object?.headers[kept.upload] === request.query.get('uploadId') ? object : undefined
}

/** Completes a multipart upload: creates a static large object whose segments are the parts. */
export const completeUpload = (app: SwiftApp): S3Handler => {
  const [putLarge, putPlain] = [putManifest(app), uploadObject(app)]

  const store = (
    request: S3Request,
    { id, segments, marker }: Upload,
    parts: readonly Part[],
    etag: string,
  ) => {
    const condition = request.headers['if-none-match']
    const headers = {
      ...withoutMark(marker.headers),
      ...(condition === undefined ? {} : { 'if-none-match': condition }),
      ...{ 'content-type': marker.contentType, [kept.etag]: etag, [kept.upload]: id },
    }
    const filled = parts.filter(({ object }) => object.size > 0)
    if (filled.length === 0)
      return putPlain(asObjectRequest(request, { headers: { ...headers, 'content-length': '0' }, body: '' }))
    const body = JSON.stringify(
      filled.map(({ object }) => ({
        ...{ path: `/${segments.name}/${object.name}`, etag: object.etag, size_bytes: object.size },
      })),
    )
    const access = withSegments(request, request.bucket ?? '')
    return putLarge(asObjectRequest(request, { headers, body, access }))
  }

  return async (request) => {
    const { Part: named } = await requireDocument(request, 'CompleteMultipartUpload', Completion)
    if (named.length === 0) throw s3Errors.MalformedXML()
    let upload: Upload
    try {
      upload = await requireUpload(app, request)
    } catch (error) {
      const before = isFault(error, 'NoSuchUpload') ? await completedBefore(app, request) : undefined
      if (!before) throw error
      return replyOf(request, etagOf(before))
    }
    const came = await partsThatCame(app, upload.segments, upload.marker.name)
    const parts = chosen(named, came, app.config['filter:s3api'].min_segment_size)
    const etag = etagOfParts(parts)
    const { headers } = await store(request, upload, parts, etag)
    const names = parts.map(({ object }) => object.name)
    await endUpload(app, uploadOf(request, upload), names)
    return replyOf(request, etag, headers)
  }
}

const withoutMark = ({ [kept.isUpload]: _, ...headers }: Headers): Headers => headers
