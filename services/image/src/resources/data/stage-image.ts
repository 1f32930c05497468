import type { Readable } from 'node:stream'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Image } from '../image/image.ts'
import { beginUpload } from './begin-upload.ts'
import { bounded } from './bounded.ts'
import { holdUpload } from './hold-upload.ts'

/**
 * Stages an image's data for an import, which inspects and stores it: queued → uploading. After a failure the image is `queued`
 * again, without data.
 */
export const stageImage =
  (app: ImageApp) =>
  async (ctx: Context, image: Image, data: Readable): Promise<void> => {
    const upload = { imageId: image.id, id: newId<never>() }
    await beginUpload(app, ctx, image, { upload, status: 'uploading' })
    const lease = holdUpload(app, upload)
    let size = 0
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const bytes of bounded(data, app.config.DEFAULT.image_size_cap)) {
        size += bytes.length
        yield bytes
      }
    }
    try {
      await app.stores.staging.write(upload.id, lease.guard(counted()))
      if (!(await app.uploads.stage(upload, size, timestamp(app.clock))))
        throw errors.UploadLost({ id: image.id })
    } catch (error) {
      await app.stores.staging.remove(upload.id)
      await app.uploads.abandon(upload)
      throw error
    } finally {
      lease.release()
    }
  }
