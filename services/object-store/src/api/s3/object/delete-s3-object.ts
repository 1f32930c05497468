import { noContent } from '@nimbo/http/reply'
import { isFault } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../../app/app.ts'
import { removeObject } from '../../object/delete-object.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request } from '../s3-request.ts'

/** The outcome of a deletion; `marker` is the delete marker if the bucket keeps versions. */
interface Removed {
  readonly version?: string
  readonly marker?: string
}

/** Deletes an object, or permanently one of its versions, including its parts. Succeeds when it does not exist. */
export const removeS3Object = (app: SwiftApp) => {
  const remove = removeObject(app)
  return async (request: S3Request): Promise<Removed> => {
    await requireBucket(app, request, 'write')
    const versionId = request.query.get('versionId')
    const query = new URLSearchParams(versionId === null ? {} : { 'version-id': versionId })
    try {
      const { headers } = await remove(asObjectRequest(request, { method: 'DELETE', query }))
      const version = headers['x-object-version-id']
      if (version === undefined) return {}
      return versionId === null ? { version, marker: version } : { version }
    } catch (error) {
      if (!isFault(error, 'NotFound')) throw error
      return {}
    }
  }
}

export const deleteS3Object = (app: SwiftApp): S3Handler => {
  const remove = removeS3Object(app)
  return async (request) => {
    const { version, marker } = await remove(request)
    return noContent({
      ...(version === undefined ? {} : { 'x-amz-version-id': version }),
      ...(marker === undefined ? {} : { 'x-amz-delete-marker': 'true' }),
    })
  }
}
