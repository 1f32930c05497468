import { Type } from 'typebox'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { isBucketName } from '../../../domain/s3/bucket-name.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { createContainer } from '../../container/create-container.ts'
import { requireAccount } from '../../require.ts'
import { asObjectRequest, type S3Handler } from '../s3-request.ts'
import { readDocument } from '../xml.ts'
import { listsOfCannedAcl } from './canned-acl.ts'

const Configuration = Type.Object({ LocationConstraint: Type.Optional(Type.String()) })

export const createBucket = (app: SwiftApp): S3Handler => {
  const create = createContainer(app)
  return async (request) => {
    const { location, dns_compliant_bucket_names } = app.config['filter:s3api']
    const { bucket = '', headers, account } = request
    await requireAccount(app, asObjectRequest(request))
    if (!isBucketName(bucket, dns_compliant_bucket_names)) throw s3Errors.InvalidBucketName()
    if (headers['x-amz-bucket-object-lock-enabled']?.toLowerCase() === 'true') throw s3Errors.NotImplemented()
    const configuration = await readDocument(request, 'CreateBucketConfiguration', Configuration)
    const asked = configuration?.LocationConstraint ?? ''
    if (asked !== '' && asked !== location) throw s3Errors.InvalidLocationConstraint()
    if (await app.containers.find(account, bucket)) throw s3Errors.BucketAlreadyOwnedByYou()
    const lists = listsOfCannedAcl(headers['x-amz-acl'] ?? 'private')
    const { status } = await create(asObjectRequest(request, { headers: lists }))
    if (status === 202) throw s3Errors.BucketAlreadyOwnedByYou()
    return bytes(200, '', { location: `/${bucket}` })
  }
}
