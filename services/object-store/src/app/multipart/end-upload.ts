import type { StoredObject } from '../../db/objects.ts'
import { splitPath } from '../../domain/resource-path.ts'
import { kept, segmentsOf } from '../../domain/s3/system-metadata.ts'
import type { SwiftApp } from '../app.ts'
import { deleteObject } from '../delete-object.ts'
import { manifestOf } from '../manifest-of.ts'
import { markerName, partsThatCame, type UploadOf } from './parts.ts'

/** The objects that this upload created: the current one and versions, since an upload may be completed twice at once. */
const objectsOf = async (
  { containers, objects, versions }: SwiftApp,
  { id, account, bucket, key }: UploadOf,
): Promise<readonly StoredObject[]> => {
  const container = await containers.find(account, bucket)
  if (!container) return []
  const current = await objects.find(container.id, key)
  return [
    ...(current?.headers[kept.upload] === id ? [current] : []),
    ...(await versions.ofUpload(container.id, key, id)),
  ]
}

/** The names of the parts that these objects consist of. */
const partsInUse = async (
  app: SwiftApp,
  account: string,
  objects: readonly StoredObject[],
): Promise<readonly string[]> => {
  const manifests = await Promise.all(
    objects.filter(({ kind }) => kind === 'static').map((object) => manifestOf(app, object)),
  )
  return manifests.flat().flatMap((segment) => {
    const named = 'name' in segment ? splitPath(`${account}${segment.name}`) : undefined
    return named?.object === undefined ? [] : [named.object]
  })
}

/**
 * Removes the remains of an upload: first all parts except those in `keep` and those of objects that another request may have
 * created from the same upload; then the marker. A part that was stored meanwhile is removed after that; a later one finds no marker.
 */
export const endUpload = async (
  app: SwiftApp,
  upload: UploadOf,
  keep: readonly string[] = [],
): Promise<void> => {
  const segments = await app.containers.find(upload.account, segmentsOf(upload.bucket))
  if (!segments) return
  const marker = markerName(upload, upload.id)
  const names = new Set([...keep, ...(await partsInUse(app, upload.account, await objectsOf(app, upload)))])
  const removeParts = async (): Promise<void> => {
    for (const { object } of await partsThatCame(app, segments, marker))
      if (!names.has(object.name)) await deleteObject(app, segments, object.name)
  }
  await removeParts()
  await deleteObject(app, segments, marker)
  await removeParts()
}
