import type { SwiftApp } from '../../app/app.ts'
import type { Container } from '../../db/containers.ts'
import { isForSegments } from '../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../s3-errors.ts'
import { requireContainer } from '../require.ts'
import { asObjectRequest, type S3Request } from './s3-request.ts'

/** The container of the request's bucket. Throws unless the caller has the right to it. Segments containers are not buckets. */
export const requireBucket = (
  app: SwiftApp,
  request: S3Request,
  right: 'own' | 'list' | 'read' | 'write',
): Promise<Container> => {
  if (request.bucket !== undefined && isForSegments(request.bucket)) throw s3Errors.NoSuchBucket()
  return requireContainer(app, asObjectRequest(request), right)
}
