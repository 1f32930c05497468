import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { errors } from '../../errors.ts'
import { bounded } from '../data/bounded.ts'
import { inspectStaged } from '../data/inspect-staged.ts'
import type { ImageData } from '../data/uploads.ts'
import { copyToStores } from './copy-to-stores.ts'
import { beginTask, endStaged, endTask, type ImportDeps, type ImportTask } from './import-deps.ts'
import { type RemoteImport, takeRecord } from './take-record.ts'

export interface ImportImage extends ImportTask {
  /** The URL of web-download; null if the data is staged. */
  readonly uri: string | null
  /** The key of the data in the staging store. */
  readonly key: string
  /** The image of glance-download. */
  readonly remote?: RemoteImport
}

export const bringData = step<ImportImage, ImportDeps>()({
  name: 'bring-data',
  run: async (ctx, input, deps, { aborted }) => {
    await beginTask(deps, ctx, input)
    const { uri, key } = input
    const { staging } = deps.app.stores
    const most = deps.app.config.DEFAULT.image_size_cap
    if (uri !== null) await staging.write(key, bounded(deps.download(uri, aborted), most))
    const remote = input.remote?.image
    if (remote === undefined || 'failure' in remote) return
    await staging.write(key, bounded(deps.app.remotes.download(remote.url, aborted), most))
    await using data = await staging.open(key)
    if (data.size !== remote.size)
      throw errors.ImportFailed({
        reason: `The other Glance sent ${data.size} bytes of an image that has ${remote.size}.`,
      })
  },
  undo: (_, { key }, { app }) => app.stores.staging.remove(key),
})

export const judgeData = step<ImportImage, ImportDeps>()({
  name: 'judge-data',
  run: async (_, { imageId, key }, { app }): Promise<{ data: ImageData }> => ({
    data: await inspectStaged(app, imageId, key),
  }),
  nothingToUndo: 'it only reads',
})

export const storeData = step<ImportImage, ImportDeps>()({
  name: 'store-data',
  run: async (_, input, deps): Promise<{ kept: readonly string[] }> => ({
    kept: await copyToStores(deps, input, { store: deps.app.stores.staging, key: input.key }),
  }),
  undo: async (_, { key, stores }, { app }) => {
    for (const { store } of app.stores.writableOf(stores)) await store.remove(key)
  },
})

const activateImage = step<ImportImage & { data: ImageData; kept: readonly string[] }, ImportDeps>()({
  name: 'activate-image',
  run: (ctx, { imageId, taskId, key, data, kept }, { app }) =>
    app.unit(async ({ imports, images, notices }) => {
      const now = timestamp(app.clock)
      const completed = await imports.complete(imageId, taskId, { key, stores: kept, data, now })
      const whole = await images.find(imageId, { projectId: undefined, isAdmin: true })
      // After a crash the step may have completed already; otherwise another import took the image, or it was deleted.
      if (!completed && whole?.location !== key) throw errors.ImageNotFound({ id: imageId })
      if (!completed || whole === undefined) return
      await notices.image(ctx, 'upload', whole)
      await notices.image(ctx, 'activate', whole)
    }),
  nothingToUndo: 'no later step can fail',
})

/** Downloads data or takes staged data, inspects it, and stores it: importing → active, or back to queued. */
export const importImageFlow = flow<ImportImage>('import-image')
  .step(takeRecord)
  .step(bringData)
  .step(judgeData)
  .step(storeData)
  .step(activateImage)
  .onDone<ImportDeps>(endStaged)
  .onFailed<ImportDeps>(async (ctx, input, error, deps) => {
    const { imageId, taskId, stores } = input
    await deps.app.imports.giveUp(imageId, taskId, stores, timestamp(deps.app.clock))
    await endTask(deps, ctx, input, error.message)
  })
