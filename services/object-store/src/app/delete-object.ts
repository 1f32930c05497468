import type { Container } from '../db/containers.ts'
import type { StoredObject } from '../db/objects.ts'
import { archiveName, archivePrefix, deletedType } from '../domain/archive-name.ts'
import { countedBytes } from '../domain/counted-bytes.ts'
import { timestampAfter } from '../domain/timestamps.ts'
import { errors } from '../errors.ts'
import type { SwiftApp, SwiftRecords } from './app.ts'
import { dropBlobs } from './drop-blob.ts'
import { doubtUploads } from './multipart/doubt-uploads.ts'
import { archiveOf, keepsVersions, retire } from './retire.ts'
import { noteChange } from './sync/note-change.ts'

/** A delete marker in place of a deleted object; it has no bytes. */
const markerOf = (object: StoredObject, timestamp: string): StoredObject => ({
  ...object,
  ...{ timestamp, etag: 'd41d8cd98f00b204e9800998ecf8427e', size: 0, contentType: deletedType },
  ...{ headers: {}, kind: 'bytes', blob: null, deleteAt: null, versionId: null },
})

export interface Deletion {
  readonly asOf?: string | undefined
  readonly only?: string
  readonly endsUploads?: boolean
}

export interface Deleted {
  /** That of the delete marker, if there is one. */
  readonly versionId?: string
  /** The object, unless it stays as a version. */
  readonly destroyed?: StoredObject | undefined
}

/**
 * Deletes an object as its container's versioning requires: permanently; or as a version with a delete marker; or, while
 * versioning is suspended, as a version without one if it has a version id; or, with `X-Versions-Location`, replacing it by its
 * newest version from the archive. `asOf` is the time of the deletion; throws Conflict if the object is newer. With `only`, an
 * object that has replaced the one of that timestamp stays. With `endsUploads`, the parts of a multipart object that it destroys are
 * left to the caller and, should that die, to the clean-up task. Returns undefined when the object does not exist.
 */
export const deleteObject = async (
  app: SwiftApp,
  container: Container,
  name: string,
  { asOf, only, endsUploads = false }: Deletion = {},
): Promise<Deleted | undefined> => {
  const deleted = await app.unit(async (records): Promise<Deleted | undefined> => {
    if (!(await records.containers.take(container.id))) return undefined
    if (only !== undefined && (await records.objects.find(container.id, name))?.timestamp !== only)
      return undefined
    const object = await records.objects.remove(container.id, name)
    if (!object) return undefined
    if (asOf !== undefined && object.timestamp >= asOf) throw errors.Conflict({ reason: '' })
    const marker = markerOf(object, asOf ?? timestampAfter(object.timestamp, app.clock))
    await noteChange(records, container, { name, timestamp: marker.timestamp, isDeleted: true })
    if (keepsVersions(container)) {
      await retire(records, container, object)
      await records.versions.insert({ ...marker, versionId: marker.timestamp, isMarker: true })
      return { versionId: marker.timestamp }
    }
    if (container.metadata['x-history-location'] !== undefined)
      return { destroyed: await retireWithMark(records, container, object, marker) }
    const destroyed = await retire(records, { ...container, metadata: {} }, object)
    if (endsUploads) await doubtUploads(records, container, [destroyed])
    if (container.metadata['x-versions-location'] !== undefined) await bringBack(records, container, name)
    return { destroyed }
  })
  await dropBlobs(app, [deleted?.destroyed?.blob ?? null])
  return deleted
}

const retireWithMark = async (
  records: SwiftRecords,
  container: Container,
  object: StoredObject,
  marker: StoredObject,
): Promise<StoredObject | undefined> => {
  const destroyed = await retire(records, container, object)
  const archive = await archiveOf(records, container)
  if (archive) {
    const name = archiveName(object.name, marker.timestamp)
    await records.objects.insert({ ...marker, containerId: archive.id, name })
    await records.containers.count(archive.id, { objects: 1, bytes: 0 })
  }
  return destroyed
}

/** Restores the newest version of the deleted object from the archive container, which other containers may share. */
const bringBack = async (records: SwiftRecords, container: Container, name: string): Promise<void> => {
  const archive = await archiveOf(records, container)
  if (!archive || !(await records.containers.take(archive.id))) return
  const last = await records.objects.lastWith(archive.id, archivePrefix(name))
  const version = last && (await records.objects.remove(archive.id, last.name))
  if (!version) return
  await records.containers.count(archive.id, { objects: -1, bytes: -countedBytes(version) })
  await records.objects.insert({ ...version, containerId: container.id, name })
  await records.containers.count(container.id, { objects: 1, bytes: countedBytes(version) })
}
