import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { errors } from '../../errors.ts'
import type { ImageData } from '../data/uploads.ts'
import { endTask, type ImportDeps } from '../import/import-deps.ts'
import { bringData, type ImportImage, judgeData } from '../import/import-flow.ts'

/** An import whose bytes stay where they are. */
interface AddedLocation extends ImportImage {
  /** Where they stay: the address they are fetched from. */
  readonly location: string
  /** The SHA-512 that the caller says the bytes have, in hexadecimal; null where it says none. */
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
      // Repeated after a crash it finds its own work; else another has taken or deleted the image meanwhile.
      if (!completed && whole?.location !== location) throw errors.ImageNotFound({ id: imageId })
      if (completed && whole !== undefined) await notices.image(ctx, 'activate', whole)
    }),
  nothingToUndo: 'it is the last',
})

/** Reads the bytes at an address once, judges them, and has the image be those: importing → active, or back to queued. */
export const addLocationFlow = flow<AddedLocation>('add-image-location')
  .step(bringData)
  .step(judgeData)
  .step(activateImage)
  .onDone<ImportDeps>(async (ctx, input, deps) => {
    await deps.app.stores.staging.remove(input.key)
    await endTask(deps, ctx, input)
  })
  .onFailed<ImportDeps>(async (ctx, input, error, deps) => {
    await deps.app.imports.giveUp(input.imageId, input.taskId, [], timestamp(deps.app.clock))
    await endTask(deps, ctx, input, error.message)
  })
