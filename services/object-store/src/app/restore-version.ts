import type { Container } from '../db/containers.ts'
import { unversioned } from '../domain/unversioned.ts'
import { errors } from '../errors.ts'
import type { SwiftApp } from './app.ts'
import { retire } from './retire.ts'

/** Makes a version of an object the current one; the current one becomes a version. */
export const restoreVersion = (
  app: SwiftApp,
  container: Container,
  name: string,
  versionId: string,
): Promise<void> =>
  app.unit(async (records) => {
    if (!(await records.containers.take(container.id))) throw errors.NotFound()
    const current = await records.objects.find(container.id, name)
    if (current && (current.versionId ?? unversioned) === versionId) return
    const version = await records.versions.remove(container.id, name, versionId)
    if (!version || version.isMarker) throw errors.NotFound()
    if (current) {
      await records.objects.remove(container.id, name)
      await retire(records, container, current)
    }
    const { isMarker: _, ...object } = version
    await records.objects.insert({ ...object, versionId: versionId === unversioned ? null : versionId })
    await records.containers.count(container.id, { objects: 1, bytes: 0 })
  })
