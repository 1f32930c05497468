import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { timestamp } from '@nimbo/kernel/clock'
import { Fault } from '@nimbo/kernel/errors'
import { newId } from '@nimbo/kernel/ids'
import type { ImageData } from '../db/uploads.ts'
import type { Image } from '../domain/image.ts'
import { type Inspected, inspectedBytes, inspectFormat, requireFormat } from '../domain/inspect-format.ts'
import { errors } from '../errors.ts'
import type { ImageApp } from './app.ts'
import { holdUpload, leaseFrom } from './hold-upload.ts'

interface Received {
  readonly size: number
  readonly checksum: string
  readonly hashValue: string
  readonly inspected: Inspected
}

/** Passes data on while counting, hashing and, as soon as its head is there, judging it. */
const inspector = (image: Image, most: number) => {
  const md5 = createHash('md5')
  const sha512 = createHash('sha512')
  let size = 0
  let head = Buffer.alloc(0)
  let inspected: Inspected | undefined
  const judge = (): Inspected => {
    inspected ??= inspectFormat(head)
    requireFormat(image.diskFormat, inspected)
    return inspected
  }
  async function* watch(data: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of data) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > most) throw tooLarge(most)
      md5.update(bytes)
      sha512.update(bytes)
      if (!inspected) {
        head = Buffer.concat([head, bytes.subarray(0, inspectedBytes - head.length)])
        if (head.length >= inspectedBytes) judge()
      }
      yield bytes
    }
    judge()
  }
  const received = (): Received => ({
    size,
    checksum: md5.digest('hex'),
    hashValue: sha512.digest('hex'),
    inspected: judge(),
  })
  return { watch, received }
}

const tooLarge = (most: number): Fault =>
  new Fault({
    code: 'ImageSizeLimitExceeded',
    kind: 'tooLarge',
    message: `Denying attempt to upload image larger than ${most} bytes.`,
    details: { most },
  })

/**
 * Takes an image's data: queued → saving → active. One upload at a time; one that fails, or whose content is not what
 * the record claims, leaves the record queued as it was, and no bytes. The bytes are kept under the upload's own id, so
 * that one which is given up for dead and comes back never meets those of its successor.
 */
export const uploadImage =
  (app: ImageApp) =>
  async (image: Image, data: Readable): Promise<void> => {
    if (image.diskFormat === null || image.containerFormat === null) {
      throw errors.Invalid({
        reason: 'Properties disk_format, container_format must be set prior to saving data.',
      })
    }
    const upload = { imageId: image.id, id: newId<never>() }
    const now = timestamp(app.clock)
    if (!(await app.uploads.begin(upload, now, leaseFrom(app.clock))))
      throw errors.WrongStatus({ id: image.id, from: image.status, to: 'saving' })
    const lease = holdUpload(app, upload)
    const { watch, received } = inspector(image, app.config.DEFAULT.image_size_cap)
    try {
      await app.store.write(upload.id, lease.guard(watch(data)))
      // Deleted meanwhile: then nobody wants the bytes any more.
      if (!(await app.uploads.complete(upload, dataOf(image, received()), timestamp(app.clock))))
        throw errors.UploadLost({ id: image.id })
    } catch (error) {
      await app.store.remove(upload.id)
      // Deleted meanwhile: then that is what went wrong, and not what came of it.
      if (!(await app.uploads.abandon(upload)) && !(await app.images.findRow(image.id)))
        throw errors.ImageNotFound({ id: image.id }, { cause: error })
      throw error
    } finally {
      lease.release()
    }
  }

const dataOf = ({ diskFormat }: Image, { size, checksum, hashValue, inspected }: Received): ImageData => ({
  size,
  virtualSize: inspected.virtualSize ?? (diskFormat === 'raw' || diskFormat === 'iso' ? size : null),
  checksum,
  hashValue,
})
