import type { Readable } from 'node:stream'
import { messageOf } from '@nimbo/kernel/errors'
import type { ImageStore, ReadableStore } from '../../driver/image-store.ts'
import { errors } from '../../errors.ts'
import type { ImportDeps, ImportTask } from './import-deps.ts'

interface Source {
  readonly store: ReadableStore
  readonly key: string
}

interface CopyOptions {
  /** Called after a store has the data. */
  readonly copied?: (store: string) => Promise<void>
}

/**
 * Copies data to the stores of an import one after the other, and records the progress. Returns the stores that succeeded;
 * throws if none did, if one failed and all must succeed, or if the image was deleted: then the flow is undone, which removes
 * the data that was written.
 */
export const copyToStores = async (
  { app }: ImportDeps,
  { taskId, imageId, stores, allMustSucceed }: ImportTask,
  { store: source, key }: Source,
  { copied = async () => {} }: CopyOptions = {},
): Promise<readonly string[]> => {
  const done: string[] = []
  const failed: string[] = []
  for (const [index, id] of stores.entries()) {
    try {
      await write(app.stores.named(id).store, key, await source.read(key))
      await copied(id)
      done.push(id)
    } catch (error) {
      if (allMustSucceed) throw error
      app.log.warn(
        { image: imageId, store: id, error: messageOf(error) },
        'could not write an image to a store',
      )
      failed.push(id)
    }
    if (!(await app.imports.progress(imageId, taskId, { waiting: stores.slice(index + 1), failed })))
      throw errors.ImageNotFound({ id: imageId })
  }
  if (done.length === 0) throw errors.ImportFailed({ reason: 'None of the stores could take the image.' })
  return done
}

/** Writes the data to a store, and closes it in any case: a store that fails may have read nothing of it. */
const write = async (store: ImageStore, key: string, data: Readable): Promise<void> => {
  try {
    await store.write(key, data)
  } finally {
    data.destroy()
  }
}
