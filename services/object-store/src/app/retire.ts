import type { Container } from '../db/containers.ts'
import type { StoredObject } from '../db/objects.ts'
import { countedBytes } from '../domain/counted-bytes.ts'
import { unversioned } from '../domain/unversioned.ts'
import { archiveName } from '../domain/archive-name.ts'
import { errors } from '../errors.ts'
import type { SwiftRecords } from './app.ts'
import { doubt } from './drop-blob.ts'

/** Whether object versioning (`X-Versions-Enabled`) is on for a container. */
export const keepsVersions = ({ metadata }: Pick<Container, 'metadata'>): boolean =>
  metadata['x-versions-enabled']?.toLowerCase() === 'true'

/** Whether object versioning was on for a container and is not any more. */
const suspendsVersions = (container: Pick<Container, 'metadata'>): boolean =>
  container.metadata['x-versions-enabled'] !== undefined && !keepsVersions(container)

/** Whether an object stays as a version when it is replaced or deleted: suspending versioning keeps the versions there are. */
const staysAsVersion = (
  container: Pick<Container, 'metadata'>,
  { versionId }: Pick<StoredObject, 'versionId'>,
): boolean => keepsVersions(container) || versionId !== null

/**
 * The archive container of `X-Versions-Location` or `X-History-Location`, the older way of versioning. Throws when it does not
 * exist.
 */
export const archiveOf = async (
  { containers }: SwiftRecords,
  { account, metadata }: Container,
): Promise<Container | undefined> => {
  const name = metadata['x-versions-location'] ?? metadata['x-history-location']
  if (name === undefined) return undefined
  const archive = await containers.find(account, name)
  if (!archive) throw errors.PreconditionFailed({ reason: `The archive container ${name} does not exist` })
  return archive
}

/**
 * Within a transaction: handles the previous object after its row was removed. Depending on the container, keeps it as a version,
 * moves it into the archive container, or gives up its bytes. Returns the object if it is destroyed.
 */
export const retire = async (
  records: SwiftRecords,
  container: Container,
  object: StoredObject,
): Promise<StoredObject | undefined> => {
  await records.containers.count(container.id, { objects: -1, bytes: -countedBytes(object) })
  if (staysAsVersion(container, object)) {
    await records.versions.insert({ ...object, versionId: object.versionId ?? unversioned, isMarker: false })
    await records.containers.count(container.id, { objects: 0, bytes: countedBytes(object) })
    return undefined
  }
  const archive = await archiveOf(records, container)
  if (archive) {
    const name = archiveName(object.name, object.timestamp)
    await records.objects.insert({ ...object, containerId: archive.id, name, versionId: null })
    await records.containers.count(archive.id, { objects: 1, bytes: countedBytes(object) })
    return undefined
  }
  await doubt(records, [object.blob])
  return object
}

/**
 * Within a transaction that stores an object while versioning is suspended: removes the version from before versioning, because a
 * name has only one version without an id. Returns that version if there was one.
 */
export const replaceUnversioned = async (
  records: SwiftRecords,
  container: Container,
  name: string,
): Promise<StoredObject | undefined> => {
  const version = suspendsVersions(container)
    ? await records.versions.remove(container.id, name, unversioned)
    : undefined
  if (!version) return undefined
  await records.containers.count(container.id, { objects: 0, bytes: -countedBytes(version) })
  await doubt(records, [version.blob])
  return version
}
