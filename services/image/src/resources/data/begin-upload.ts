import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Image } from '../image/image.ts'
import { leaseFrom } from './hold-upload.ts'
import type { Upload, UploadStatus } from './uploads.ts'

interface Beginning {
  readonly upload: Upload
  readonly status: UploadStatus
}

/** Sets an image in `queued` to the status of an upload; throws if it has another status, or other formats meanwhile. */
export const beginUpload = async (
  app: ImageApp,
  ctx: Context,
  image: Image,
  { upload, status }: Beginning,
): Promise<void> => {
  await app.quota.enforce(ctx, image.owner, status === 'saving' ? 'image_size_total' : 'image_stage_total')
  await app.quota.enforce(ctx, image.owner, 'image_count_uploading', 1)
  await app.unit(async ({ uploads, notices }) => {
    const now = timestamp(app.clock)
    if (!(await uploads.begin(upload, { status, formats: image, now, until: leaseFrom(app.clock) })))
      throw errors.WrongStatus({ id: image.id, from: image.status, to: status })
    await notices.image(ctx, 'prepare', { ...image, status, updatedAt: now })
  })
}
