import type { Readable } from 'node:stream'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { ImageData, Upload } from './uploads.ts'
import type { Image } from '../image/image.ts'
import { isInspected } from './inspection-rules.ts'
import type { NamedStore } from '../../driver/image-store.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'
import { beginUpload } from './begin-upload.ts'
import { holdUpload } from './hold-upload.ts'
import { formatCheck } from './format-check.ts'
import { inspectStored } from './inspect-stored.ts'
import { receiver } from './receiver.ts'

/**
 * Uploads an image's data: queued → saving → active. Only one upload at a time. If it fails, or the content contradicts the
 * image's attributes, the image is `queued` again, without data. The data is stored under the upload's own id, so that an upload
 * that was taken for dead and continues cannot mix with its successor.
 */
export const uploadImage =
  (app: ImageApp) =>
  async (ctx: Context, image: Image, data: Readable, { id: storeId, store }: NamedStore): Promise<void> => {
    const { diskFormat, containerFormat } = image
    if (diskFormat === null || containerFormat === null) {
      throw errors.Invalid({
        reason: 'Properties disk_format, container_format must be set prior to saving data.',
      })
    }
    const upload = { imageId: image.id, id: newId<never>() }
    await beginUpload(app, ctx, image, { upload, status: 'saving' })
    const lease = holdUpload(app, upload)
    const isDisk = isInspected(containerFormat)
    const { watch, received, close } = receiver({
      hashing: app.hashing,
      most: app.config.DEFAULT.image_size_cap,
      requireHead: formatCheck(app.config, diskFormat, containerFormat),
    })
    try {
      await store.write(upload.id, lease.guard(watch(data)))
      const taken = await received()
      const virtualSize = isDisk ? await inspectStored(app, store, diskFormat, upload.id) : null
      // Throws if the image was deleted meanwhile.
      await completeUpload(app, ctx, upload, storeId, { ...taken, virtualSize })
    } catch (error) {
      await store.remove(upload.id)
      // If the image was deleted meanwhile, reports that, rather than the error that followed from it.
      if (!(await app.uploads.abandon(upload)) && !(await app.images.findRow(image.id)))
        throw errors.ImageNotFound({ id: image.id }, { cause: error })
      throw error
    } finally {
      close()
      lease.release()
    }
  }

const completeUpload = (
  app: ImageApp,
  ctx: Context,
  upload: Upload,
  store: string,
  data: ImageData,
): Promise<void> =>
  app.unit(async ({ uploads, images, notices }) => {
    const id = upload.imageId
    if (!(await uploads.complete(upload, store, data, timestamp(app.clock)))) throw errors.UploadLost({ id })
    const whole = app.notices.told
      ? await images.find(id, { projectId: undefined, isAdmin: true })
      : undefined
    if (whole === undefined) return
    await notices.image(ctx, 'upload', whole)
    await notices.image(ctx, 'activate', whole)
  })
