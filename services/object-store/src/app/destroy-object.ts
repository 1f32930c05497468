import type { StoredObject } from '../db/objects.ts'
import { countedBytes } from '../domain/counted-bytes.ts'
import type { SwiftApp } from './app.ts'
import { doubt, dropBlobs } from './drop-blob.ts'

/** Deletes an object and its bytes without creating a version: when its account is deleted. */
export const destroyObject = (app: SwiftApp, containerId: string, name: string): Promise<void> =>
  destroyIf(app, { containerId, name }, () => true)

/** Deletes an object that has expired by `now`, in whole seconds since 1970. One that has replaced it meanwhile stays. */
export const destroyExpired = (
  app: SwiftApp,
  { containerId, name, now }: { readonly containerId: string; readonly name: string; readonly now: number },
): Promise<void> =>
  destroyIf(app, { containerId, name }, ({ deleteAt }) => deleteAt !== null && deleteAt <= now)

const destroyIf = async (
  app: SwiftApp,
  { containerId, name }: Pick<StoredObject, 'containerId' | 'name'>,
  isWanted: (object: StoredObject) => boolean,
): Promise<void> => {
  const blob = await app.unit(async (records) => {
    if (!(await records.containers.take(containerId))) return null
    const object = await records.objects.find(containerId, name)
    if (!object || !isWanted(object)) return null
    await records.objects.remove(containerId, name)
    await records.containers.count(containerId, { objects: -1, bytes: -countedBytes(object) })
    await doubt(records, [object.blob])
    return object.blob
  })
  await dropBlobs(app, [blob])
}
