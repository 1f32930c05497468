import type { HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { uploadObject } from '../../object/upload-object.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request } from '../s3-request.ts'
import { newObjectHeaders, digestHeaders } from './new-object-headers.ts'

/** The response to a successful PUT of an object. */
export const putReply = ({ headers }: HttpResponse): HttpResponse => {
  const { etag = '', 'x-object-version-id': version } = headers
  return bytes(200, '', {
    etag: `"${etag.replaceAll('"', '')}"`,
    ...(version === undefined ? {} : { 'x-amz-version-id': version }),
  })
}

export const requireKey = (app: SwiftApp, { key = '' }: Pick<S3Request, 'key'>): void => {
  if (Buffer.byteLength(key) > app.config['swift-constraints'].max_object_name_length)
    throw s3Errors.KeyTooLongError()
}

/** Throws unless the key fits and the caller may write to its bucket. */
export const requireWritableKey = async (app: SwiftApp, request: S3Request): Promise<void> => {
  requireKey(app, request)
  await requireBucket(app, request, 'write')
}

export const putS3Object = (app: SwiftApp): S3Handler => {
  const upload = uploadObject(app)
  return async (request) => {
    const { body, size } = request
    if (size === undefined) throw s3Errors.MissingContentLength()
    const headers = {
      ...newObjectHeaders(app, request),
      ...digestHeaders(request),
      'content-length': String(size),
    }
    await requireWritableKey(app, request)
    return putReply(await upload(asObjectRequest(request, { headers, body })))
  }
}
