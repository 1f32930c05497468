import type { SwiftApp } from '../../../app/app.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { judgeConditions } from '../../../domain/conditions.ts'
import { etagOf } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { contentOf } from '../../content/content-of.ts'
import type { Content } from '../../content/content.ts'
import { followLinks } from '../../content/find-object.ts'
import { s3Fault } from '../s3-fault.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Request, withSegments } from '../s3-request.ts'
import { copyConditions, type CopySource } from './copy-source.ts'

export interface OpenSource {
  readonly object: StoredObject
  readonly content: Content
}

/** Opens the source object of a copy. Throws unless the signer may read it. */
export const openSource = async (
  app: SwiftApp,
  request: S3Request,
  { bucket, key, versionId }: CopySource,
): Promise<OpenSource> => {
  const query = new URLSearchParams(versionId === undefined ? {} : { versionId })
  const source: S3Request = { ...request, bucket, key, query }
  try {
    await requireBucket(app, source, 'read')
    const asked = asObjectRequest(source, {
      access: withSegments(source, bucket),
      query: new URLSearchParams(versionId === undefined ? {} : { 'version-id': versionId }),
    })
    const found = await followLinks(app, asked)
    const { object } = found
    const validators = { etag: etagOf(object), modified: Number(object.timestamp) }
    if (judgeConditions(copyConditions(request), validators) !== undefined)
      throw s3Errors.PreconditionFailed()
    return { object, content: await contentOf(app, found.request, object) }
  } catch (error) {
    throw await s3Fault(app, source, error)
  }
}
