import { splitPath } from '../../domain/resource-path.ts'
import { kept, segmentsOf } from '../../domain/s3/system-metadata.ts'
import type { SwiftApp } from '../app.ts'
import { deleteObject } from '../delete-object.ts'
import { manifestOf } from '../manifest-of.ts'
import { markerName, partsThatCame, type UploadOf } from './parts.ts'

/** The names of the parts that the current object consists of, if this upload created it. */
const partsInUse = async (
  app: SwiftApp,
  { id, account, bucket, key }: UploadOf,
): Promise<readonly string[]> => {
  const container = await app.containers.find(account, bucket)
  const object = container && (await app.objects.find(container.id, key))
  if (object?.kind !== 'static' || object.headers[kept.upload] !== id) return []
  const segments = await manifestOf(app, object)
  return segments.flatMap((segment) => {
    const named = 'name' in segment ? splitPath(`${account}${segment.name}`) : undefined
    return named?.object === undefined ? [] : [named.object]
  })
}

/**
 * Removes the remains of an upload: first all parts except those in `keep` and those of the current object, which another request
 * may have created from the same upload; then the marker.
 */
export const endUpload = async (
  app: SwiftApp,
  upload: UploadOf,
  keep: readonly string[] = [],
): Promise<void> => {
  const segments = await app.containers.find(upload.account, segmentsOf(upload.bucket))
  if (!segments) return
  const marker = markerName(upload, upload.id)
  const names = new Set([...keep, ...(await partsInUse(app, upload))])
  for (const { object } of await partsThatCame(app, segments, marker))
    if (!names.has(object.name)) await deleteObject(app, segments, object.name)
  await deleteObject(app, segments, marker)
}
