import type { SwiftApp } from './app.ts'
import { doubt, dropBlobs } from './drop-blob.ts'

/** Deletes an object and its bytes without creating a version: when it has expired or its account is deleted. */
export const destroyObject = async (app: SwiftApp, containerId: string, name: string): Promise<void> => {
  const blob = await app.unit(async (records) => {
    if (!(await records.containers.take(containerId))) return null
    const object = await records.objects.remove(containerId, name)
    if (!object) return null
    await records.containers.count(containerId, { objects: -1, bytes: -object.size })
    await doubt(records, [object.blob])
    return object.blob
  })
  await dropBlobs(app, [blob])
}
