import { type Fault, isFault } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import { s3Errors } from '../../s3-errors.ts'
import { whenDiskIsFull } from '../when-disk-is-full.ts'
import type { S3Request } from './s3-request.ts'

const ofSwift = new Set(Object.keys(errors))

/** Translates an error of the object store into an S3 error. */
export const s3Fault = async (
  app: SwiftApp,
  { account, bucket, key, query }: Pick<S3Request, 'account' | 'bucket' | 'key' | 'query'>,
  failure: unknown,
): Promise<unknown> => {
  const error = whenDiskIsFull(failure)
  if (!isFault(error) || !ofSwift.has(error.code)) return error
  const because = { cause: error }
  switch (error.code) {
    case 'Unauthenticated':
    case 'Forbidden':
      return s3Errors.AccessDenied({}, because)
    case 'NotFound': {
      const isThere = bucket !== undefined && (await app.containers.find(account, bucket)) !== undefined
      if (!isThere || key === undefined) return s3Errors.NoSuchBucket({}, because)
      return query.has('versionId') ? s3Errors.NoSuchVersion({}, because) : s3Errors.NoSuchKey({}, because)
    }
    case 'MethodNotAllowed':
      return s3Errors.MethodNotAllowed({}, because)
    case 'Conflict':
      return s3Errors.OperationAborted({}, because)
    case 'LengthRequired':
      return s3Errors.MissingContentLength({}, because)
    case 'PreconditionFailed':
      return s3Errors.PreconditionFailed({}, because)
    case 'TooLarge':
      return tooLarge(error)
    case 'RangeNotSatisfiable':
      return s3Errors.InvalidRange({}, because)
    case 'Unprocessable':
      return s3Errors.BadDigest({}, because)
    case 'Invalid':
      return invalid(error)
    default:
      return error
  }
}

/** An exceeded quota has an error code of its own. */
const tooLarge = (error: Fault): Fault =>
  error.details.reason === ''
    ? s3Errors.EntityTooLarge({}, { cause: error })
    : s3Errors.QuotaExceeded({}, { cause: error })

const invalid = (error: Fault): Fault => s3Errors.InvalidRequest({ reason: error.message }, { cause: error })
