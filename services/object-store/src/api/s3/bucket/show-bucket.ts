import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Handler } from '../s3-request.ts'
import { document, xmlReply } from '../xml.ts'

export const showBucket =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await requireBucket(app, request, 'list')
    return bytes(200, '', { 'x-amz-bucket-region': app.config['filter:s3api'].location })
  }

/** As at Amazon, the location of the first region (`us-east-1`) is empty. */
export const showLocation =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await requireBucket(app, request, 'list')
    const { location } = app.config['filter:s3api']
    const text = location === 'us-east-1' ? {} : { '#text': location }
    return bytes(200, document('LocationConstraint', text), { 'content-type': 'application/xml' })
  }

/** The empty status means that logging is off. Swift's s3api has no bucket logging and answers the same. */
export const showLogging =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await requireBucket(app, request, 'own')
    return xmlReply('BucketLoggingStatus', {})
  }

/** Buckets have no Object Lock configuration, as in Swift's s3api; S3 answers this error for such a bucket. */
export const showObjectLock =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await requireBucket(app, request, 'own')
    throw s3Errors.ObjectLockConfigurationNotFoundError()
  }
