import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { errors } from '../../errors.ts'
import type { ImageData } from '../data/uploads.ts'
import { endStaged, endTask, type ImportDeps } from '../import/import-deps.ts'
import { bringData, type ImportImage, judgeData, storeData } from '../import/import-flow.ts'
import { locationsOf } from './locations-of.ts'

const keepCopy = step<ImportImage & { data: ImageData; kept: readonly string[] }, ImportDeps>()({
  name: 'keep-copy',
  run: (ctx, { imageId, taskId, key, data, kept }, { app }) =>
    app.unit(async ({ images, imports, notices }) => {
      const image = await images.find(imageId, { projectId: undefined, isAdmin: true })
      // After a crash the step may have completed already.
      if (image?.location === key) return
      if (!image) throw errors.ImageNotFound({ id: imageId })
      if (image.hashValue !== null && image.hashValue !== data.hashValue)
        throw errors.ImportFailed({ reason: 'The bytes at the location have another hash than the image.' })
      const addresses = locationsOf(app.stores, image).map(({ url, metadata }) => ({ url, metadata }))
      const now = timestamp(app.clock)
      if (!(await imports.bringIn(imageId, taskId, { key, stores: kept, data, addresses, now })))
        throw errors.ImageNotFound({ id: imageId })
      const whole = await images.find(imageId, { projectId: undefined, isAdmin: true })
      if (whole) await notices.image(ctx, 'update', whole)
    }),
  nothingToUndo: 'no later step can fail',
})

/**
 * Copies an active image whose data is at an address into stores; it stays active meanwhile. Then it is read from the stores, and
 * the address remains one of its locations.
 */
export const copyFromAddressFlow = flow<ImportImage>('copy-from-address')
  .step(bringData)
  .step(judgeData)
  .step(storeData)
  .step(keepCopy)
  .onDone<ImportDeps>(endStaged)
  .onFailed<ImportDeps>(async (ctx, input, error, deps) => {
    await deps.app.imports.release(input.imageId, input.taskId, timestamp(deps.app.clock))
    await endTask(deps, ctx, input, error.message)
  })
