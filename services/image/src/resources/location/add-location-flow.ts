import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { errors } from '../../errors.ts'
import type { ImageData } from '../data/uploads.ts'
import { endStaged, endTask, type ImportDeps } from '../import/import-deps.ts'
import { bringData, type ImportImage, judgeData } from '../import/import-flow.ts'

/** An import whose data stays at its address. */
interface AddedLocation extends ImportImage {
  /** The address of the data. */
  readonly location: string
  /** The expected SHA-512 in hexadecimal; null if the caller gave none. */
  readonly expectedHash: string | null
}

const activateImage = step<AddedLocation & { data: ImageData }, ImportDeps>()({
  name: 'activate-image',
  run: (ctx, { imageId, taskId, location, stores, expectedHash, data }, { app }) =>
    app.unit(async ({ imports, images, notices }) => {
      if (expectedHash !== null && expectedHash.toLowerCase() !== data.hashValue)
        throw errors.ImportFailed({ reason: 'The bytes at the location have another hash than expected.' })
      const now = timestamp(app.clock)
      const completed = await imports.complete(imageId, taskId, { key: location, stores, data, now })
      const whole = await images.find(imageId, { projectId: undefined, isAdmin: true })
      // After a crash the step may have completed already; otherwise another import took the image, or it was deleted.
      if (!completed && whole?.location !== location) throw errors.ImageNotFound({ id: imageId })
      if (completed && whole !== undefined) await notices.image(ctx, 'activate', whole)
    }),
  nothingToUndo: 'no later step can fail',
})

/**
 * Reads the data at an address once, inspects it, and activates the image with this location: importing → active, or back to
 * queued.
 */
export const addLocationFlow = flow<AddedLocation>('add-image-location')
  .step(bringData)
  .step(judgeData)
  .step(activateImage)
  .onDone<ImportDeps>(endStaged)
  .onFailed<ImportDeps>(async (ctx, input, error, deps) => {
    await deps.app.imports.giveUp(input.imageId, input.taskId, [], timestamp(deps.app.clock))
    await endTask(deps, ctx, input, error.message)
  })
