import type { HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { keepsVersions, staysAsVersion, suspendsVersions } from '../../../app/retire.ts'
import type { SwiftApp } from '../../../app/app.ts'
import type { Container } from '../../../db/containers.ts'
import { unversioned } from '../../../domain/unversioned.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { uploadObject } from '../../object/upload-object.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request } from '../s3-request.ts'
import { dropParts, partsOf, type PartsOf } from '../../../app/parts.ts'
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

/** The parts of the objects that a PUT of the key destroys. */
const partsReplaced = async (app: SwiftApp, request: S3Request, bucket: Container): Promise<PartsOf> => {
  if (keepsVersions(bucket)) return []
  const { key = '' } = request
  const current = await app.objects.find(bucket.id, key)
  const destroyed = [
    current && staysAsVersion(bucket, current) ? undefined : current,
    suspendsVersions(bucket) ? await app.versions.find(bucket.id, key, unversioned) : undefined,
  ]
  return (await Promise.all(destroyed.map((object) => partsOf(app, request, object)))).flat()
}

/** Runs `put`, then removes the parts of the object that it replaced. */
export const replacing = async <Result>(
  app: SwiftApp,
  request: S3Request,
  put: () => Promise<Result>,
): Promise<Result> => {
  requireKey(app, request)
  const bucket = await requireBucket(app, request, 'write')
  const parts = await partsReplaced(app, request, bucket)
  const result = await put()
  // When an upload is completed a second time, the new object refers to the same parts: these stay.
  const after = await partsOf(app, request, await app.objects.find(bucket.id, request.key ?? ''))
  const used = new Set(after.map(({ object }) => object))
  await dropParts(
    app,
    request.account,
    parts.filter(({ object }) => !used.has(object)),
  )
  return result
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
    return replacing(app, request, async () =>
      putReply(await upload(asObjectRequest(request, { headers, body }))),
    )
  }
}
