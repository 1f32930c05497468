import { newId } from '@nimbo/kernel/ids'
import type { SwiftApp } from '../../../app/app.ts'
import { markerName, type UploadOf } from '../../../app/multipart/parts.ts'
import type { Container } from '../../../db/containers.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { kept, segmentsOf } from '../../../domain/s3/system-metadata.ts'
import { timestampNow } from '../../../domain/timestamps.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { defaultPolicy } from '../../../app/storage/find-policy.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Request } from '../s3-request.ts'

/** A multipart upload that is in progress. */
export interface Upload {
  readonly id: string
  readonly segments: Container
  /** An empty object with the metadata of the future object. The names of the parts begin with its name. */
  readonly marker: StoredObject
}

export const partName = (request: Pick<S3Request, 'key'>, id: string, part: number): string =>
  `${markerName(request, id)}/${part}`

/** The same upload as use cases name it. */
export const uploadOf = ({ account, bucket = '', key = '' }: S3Request, { id }: Upload): UploadOf => ({
  ...{ id, account, bucket, key },
})

/** The segments container of a bucket, created by the first upload. */
export const segmentsFor = async (app: SwiftApp, { account, bucket = '' }: S3Request): Promise<Container> => {
  const name = segmentsOf(bucket)
  const found = await app.containers.find(account, name)
  if (found) return found
  const of = await app.containers.find(account, bucket)
  const now = timestampNow(app.clock)
  const fresh = {
    ...{ id: newId<never>(), account, name, createdAt: now, updatedAt: now, metadata: {} },
    ...{ policy: of?.policy ?? defaultPolicy(app.policies).name, objectCount: 0, bytesUsed: 0 },
  }
  await app.containers.create(fresh)
  return (await app.containers.find(account, name)) ?? fresh
}

/** The upload that a request names. Throws unless the caller may write to its bucket. */
export const requireUpload = async (app: SwiftApp, request: S3Request): Promise<Upload> => {
  await requireBucket(app, request, 'write')
  const id = request.query.get('uploadId') ?? ''
  const segments = await app.containers.find(request.account, segmentsOf(request.bucket ?? ''))
  const marker = segments && (await app.objects.find(segments.id, markerName(request, id)))
  if (!segments || !marker || marker.headers[kept.isUpload] === undefined) throw s3Errors.NoSuchUpload()
  return { id, segments, marker }
}
