import type { Headers } from '@nimbo/http/message'
import type { SwiftApp } from '../../../app/app.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { kept } from '../../../domain/s3/system-metadata.ts'
import { withoutSystemMetadata } from '../../../domain/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { closingOnFailure } from '../../content/closing-on-failure.ts'
import { uploadObject } from '../../object/upload-object.ts'
import { asObjectRequest, type S3Handler, type S3Request } from '../s3-request.ts'
import { isoOf } from '../times.ts'
import { xmlReply } from '../xml.ts'
import { copySourceOf, type CopySource } from './copy-source.ts'
import { newObjectHeaders } from './new-object-headers.ts'
import { openSource } from './open-source.ts'
import { requireWritableKey } from './put-s3-object.ts'

type Directive = 'COPY' | 'REPLACE'

const directiveOf = ({ headers }: S3Request, name: string): Directive => {
  const word = headers[name] ?? 'COPY'
  if (word !== 'COPY' && word !== 'REPLACE')
    throw s3Errors.InvalidArgument({ reason: `Unknown ${name.slice('x-amz-'.length)}.` })
  return word
}

const isItself = (request: S3Request, { bucket, key, versionId }: CopySource): boolean =>
  request.bucket === bucket && request.key === key && versionId === undefined

/** The headers of the copy: those of the source, or those in the request. */
const headersOf = (
  app: SwiftApp,
  request: S3Request,
  { headers, contentType }: StoredObject,
  metadata: Directive,
): Headers => {
  const { 'if-none-match': _, [kept.tags]: said, ...own } = newObjectHeaders(app, request)
  const { 'x-object-manifest': __, ...inherited } = withoutSystemMetadata(headers)
  const tags = directiveOf(request, 'x-amz-tagging-directive') === 'REPLACE' ? said : headers[kept.tags]
  return {
    ...(metadata === 'REPLACE' ? own : { ...inherited, 'content-type': contentType }),
    ...(tags ? { [kept.tags]: tags } : {}),
  }
}

/** Puts a copy of an object. */
export const copyS3Object = (app: SwiftApp): S3Handler => {
  const upload = uploadObject(app)
  return async (request) => {
    if (request.headers.range !== undefined || request.headers['x-amz-copy-source-range'] !== undefined)
      throw s3Errors.InvalidArgument({ reason: 'Range is not allowed in a copy of a whole object.' })
    const from = copySourceOf(request)
    const metadata = directiveOf(request, 'x-amz-metadata-directive')
    const { object, content } = await openSource(app, request, from)
    const headers = headersOf(app, request, object, metadata)
    if (isItself(request, from) && metadata === 'COPY' && headers[kept.tags] === object.headers[kept.tags])
      throw s3Errors.InvalidRequest({
        reason:
          "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
      })
    const sized = { ...headers, 'content-length': String(content.size) }
    await requireWritableKey(app, request)
    const stored = await closingOnFailure(await content.open(undefined), (body) =>
      upload(asObjectRequest(request, { headers: sized, body })),
    )
    const { etag = '', 'x-object-version-id': version } = stored.headers
    const modified = (Date.parse(stored.headers['last-modified'] ?? '') || app.clock.now()) / 1000
    return xmlReply(
      'CopyObjectResult',
      { LastModified: isoOf(String(modified)), ETag: `"${etag.replaceAll('"', '')}"` },
      {
        ...(version === undefined ? {} : { 'x-amz-version-id': version }),
        ...(object.versionId === null ? {} : { 'x-amz-copy-source-version-id': object.versionId }),
      },
    )
  }
}
