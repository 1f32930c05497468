import { countedBytes } from '../domain/counted-bytes.ts'
import { unversioned } from '../domain/unversioned.ts'
import type { SwiftApp } from './app.ts'
import { doubt, dropBlobs } from './drop-blob.ts'

/**
 * Permanently deletes one version of an object. If it is the current one, the object has no current version afterwards. Returns
 * false when the version does not exist.
 */
export const destroyVersion = async (
  app: SwiftApp,
  containerId: string,
  name: string,
  versionId: string,
): Promise<boolean> => {
  const removed = await app.unit(async (records) => {
    if (!(await records.containers.take(containerId))) return undefined
    const current = await records.objects.find(containerId, name)
    const isCurrent = current !== undefined && (current.versionId ?? unversioned) === versionId
    const object = isCurrent
      ? await records.objects.remove(containerId, name)
      : await records.versions.remove(containerId, name, versionId)
    if (!object) return undefined
    const bytes = -countedBytes(object)
    await records.containers.count(containerId, { objects: isCurrent ? -1 : 0, bytes })
    await doubt(records, [object.blob])
    return object
  })
  await dropBlobs(app, [removed?.blob ?? null])
  return removed !== undefined
}
