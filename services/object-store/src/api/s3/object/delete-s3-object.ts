import { noContent } from '@nimbo/http/reply'
import { isFault } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../../app/app.ts'
import { staysAsVersion } from '../../../app/retire.ts'
import { unversioned } from '../../../domain/unversioned.ts'
import { removeObject } from '../../object/delete-object.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request } from '../s3-request.ts'
import { dropParts, partsOf } from '../../../app/parts.ts'

/** The outcome of a deletion; `marker` is the delete marker if the bucket keeps versions. */
interface Removed {
  readonly version?: string
  readonly marker?: string
}

/** Deletes an object, or permanently one of its versions, including its parts. Succeeds when it does not exist. */
export const removeS3Object = (app: SwiftApp) => {
  const remove = removeObject(app)
  return async (request: S3Request): Promise<Removed> => {
    const bucket = await requireBucket(app, request, 'write')
    const { key = '', account } = request
    const versionId = request.query.get('versionId')
    const current = await app.objects.find(bucket.id, key)
    const leaves =
      versionId === null
        ? current && !staysAsVersion(bucket, current)
          ? current
          : undefined
        : ((await app.versions.find(bucket.id, key, versionId)) ??
          (current && (current.versionId ?? unversioned) === versionId ? current : undefined))
    const parts = await partsOf(app, request, leaves)
    const query = new URLSearchParams(versionId === null ? {} : { 'version-id': versionId })
    try {
      const { headers } = await remove(asObjectRequest(request, { method: 'DELETE', query }))
      await dropParts(app, account, parts)
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
