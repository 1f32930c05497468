import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { errors } from '../../errors.ts'
import { isExternal } from '../location/locations-of.ts'
import { changeStores } from '../store/change-stores.ts'
import { copyToStores } from './copy-to-stores.ts'
import { beginTask, endTask, type ImportDeps, type ImportTask } from './import-deps.ts'

interface CopyImage extends ImportTask {
  /** The key of the data in the stores. */
  readonly key: string | null
}

const copyData = step<CopyImage, ImportDeps>()({
  name: 'copy-data',
  run: async (ctx, input, deps) => {
    await beginTask(deps, ctx, input)
    const { app } = deps
    const image = await app.images.find(input.imageId, { projectId: undefined, isAdmin: true })
    const [source] = app.stores.having(image?.stores.filter((id) => !input.stores.includes(id)) ?? [])
    if (!image?.location || !source) throw errors.ImageNotFound({ id: input.imageId })
    const copied = async (store: string): Promise<void> => {
      await changeStores(app, input.imageId, (stores) => [...stores.filter((id) => id !== store), store])
    }
    await copyToStores(deps, input, { store: source.store, key: image.location }, { copied })
  },
  undo: async (_, { imageId, stores, key }, { app }) => {
    const image = await app.images.find(imageId, { projectId: undefined, isAdmin: true })
    await changeStores(app, imageId, (before) => before.filter((id) => !stores.includes(id)))
    // The record of a deleted image is gone, and the key in it.
    const copied = image?.location ?? key
    // Earlier versions also started to copy images whose data is at an external address; no store can have any of it.
    if (copied === null || isExternal(copied)) return
    for (const { store } of app.stores.writableOf(stores)) await store.remove(copied)
  },
})

/** Copies an active image to further stores; it stays active meanwhile. */
export const copyImageFlow = flow<CopyImage>('copy-image')
  .step(copyData)
  .onDone<ImportDeps>(async (ctx, input, deps) => {
    await deps.app.imports.release(input.imageId, input.taskId, timestamp(deps.app.clock))
    await endTask(deps, ctx, input)
  })
  .onFailed<ImportDeps>(async (ctx, input, error, deps) => {
    await deps.app.imports.release(input.imageId, input.taskId, timestamp(deps.app.clock))
    await endTask(deps, ctx, input, error.message)
  })
