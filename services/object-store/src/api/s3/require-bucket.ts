import type { SwiftApp } from '../../app/app.ts'
import type { Container } from '../../db/containers.ts'
import { isForSegments } from '../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../s3-errors.ts'
import { requireContainer } from '../require.ts'
import { asObjectRequest, type S3Request } from './s3-request.ts'

/** The container of a request's bucket, if the caller has that right to it. Those of parts are no buckets. */
export const requireBucket = (
  app: SwiftApp,
  request: S3Request,
  right: 'own' | 'list' | 'read' | 'write',
): Promise<Container> => {
  if (request.bucket !== undefined && isForSegments(request.bucket)) throw s3Errors.NoSuchBucket()
  return requireContainer(app, asObjectRequest(request), right)
}
