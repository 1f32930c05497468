import { countedBytes } from '../domain/counted-bytes.ts'
import type { Container } from '../db/containers.ts'
import { unversioned } from '../domain/unversioned.ts'
import type { SwiftApp } from './app.ts'
import { doubt, dropBlobs } from './drop-blob.ts'
import { doubtUploads } from './multipart/doubt-uploads.ts'
import { dropParts } from './multipart/drop-parts.ts'

/**
 * Permanently deletes one version of an object. If it is the current one, the object has no current version afterwards. Returns
 * false when the version does not exist.
 */
export const destroyVersion = async (
  app: SwiftApp,
  container: Pick<Container, 'id' | 'account' | 'name'>,
  {
    name,
    versionId,
    endsUploads,
  }: { readonly name: string; readonly versionId: string; readonly endsUploads?: boolean | undefined },
): Promise<boolean> => {
  const containerId = container.id
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
    if (endsUploads) await doubtUploads(records, container, [object])
    return object
  })
  await dropBlobs(app, [removed?.blob ?? null])
  if (endsUploads) await dropParts(app, container, [removed])
  return removed !== undefined
}
