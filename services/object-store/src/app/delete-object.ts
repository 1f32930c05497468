import type { Container } from '../db/containers.ts'
import type { StoredObject } from '../db/objects.ts'
import type { SwiftApp } from './app.ts'
import { doubt, dropBlobs } from './drop-blob.ts'

/** Removes an object, its bytes and what it counts for; gives it, or undefined when there is none of that name. */
export const deleteObject = async (
  app: SwiftApp,
  container: Pick<Container, 'id'>,
  name: string,
): Promise<StoredObject | undefined> => {
  const removed = await app.unit(async (records) => {
    if (!(await records.containers.take(container.id))) return undefined
    const object = await records.objects.remove(container.id, name)
    if (!object) return undefined
    await records.containers.count(container.id, { objects: -1, bytes: -object.size })
    await doubt(records, [object.blob])
    return object
  })
  await dropBlobs(app, [removed?.blob ?? null])
  return removed
}
