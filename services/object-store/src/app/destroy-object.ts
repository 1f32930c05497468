import type { SwiftApp } from './app.ts'
import { doubt, dropBlobs } from './drop-blob.ts'

/** Removes an object and its bytes, whatever its container says of versions: one that has expired, or whose account goes. */
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
