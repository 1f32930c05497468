import type { AddLocation } from '@nimbo/contracts/image/locations'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Image } from '../image/image.ts'
import { admitsAddress, importFilter } from '../import/import-filter.ts'
import { newTask } from '../task/new-task.ts'
import { addLocationFlow } from './add-location-flow.ts'

const requireReady = ({ status, diskFormat, containerFormat }: Image): void => {
  if (status !== 'queued')
    throw errors.Conflict({ reason: `Only images with status queued can be targeted for adding location` })
  if (diskFormat === null || containerFormat === null)
    throw errors.Invalid({
      reason: 'Properties disk_format, container_format must be set prior to saving data.',
    })
}

/**
 * Sets the location of an image without data to an external address. The data is read once, to hash and inspect it like an upload
 * before the image becomes active, and stays there. Returns the store that reads it.
 */
export const addLocation =
  (app: ImageApp) =>
  async (ctx: Context, image: Image, { url, validation_data: expected }: AddLocation): Promise<string> => {
    requireReady(image)
    const { elsewhere } = app.stores
    if (!elsewhere || !admitsAddress(importFilter(app.config.import_filtering_opts), url))
      throw errors.Invalid({ reason: 'Invalid location' })
    const now = timestamp(app.clock)
    const task = newTask(ctx, now, {
      type: 'location_import',
      image: image.id,
      input: { image_id: image.id, loc_url: url, validation_data: expected ?? {} },
    })
    const begun = await app.inOne(async ({ db, tasks, imports, notices }) => {
      if (!(await imports.begin(image, task.id, [elsewhere.id], now)))
        throw errors.Conflict({ reason: `Image ${image.id} is being changed by others.` })
      await tasks.insert(task)
      await notices.task(ctx, 'create', task)
      return insertFlow(db, addLocationFlow, {
        ...{ subject: image.id, ctx, clock: app.clock },
        input: {
          ...{ taskId: task.id, imageId: image.id, stores: [elsewhere.id], allMustSucceed: true },
          ...{ uri: url, location: url, key: task.id, expectedHash: expected?.os_hash_value ?? null },
        },
      })
    })
    app.wake(begun)
    return elsewhere.id
  }
