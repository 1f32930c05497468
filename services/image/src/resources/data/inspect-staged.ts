import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import { formatCheck } from './format-check.ts'
import { inspectStored } from './inspect-stored.ts'
import { isInspected } from './inspection-rules.ts'
import { receiver } from './receiver.ts'
import type { ImageData } from './uploads.ts'

/** Reads staged data and counts, hashes and inspects it, as an upload does. */
export const inspectStaged = async (app: ImageApp, imageId: string, key: string): Promise<ImageData> => {
  const image = await app.images.find(imageId, { projectId: undefined, isAdmin: true })
  if (!image?.diskFormat || !image.containerFormat) throw errors.ImageNotFound({ id: imageId })
  const { diskFormat, containerFormat } = image
  const isDisk = isInspected(containerFormat)
  const { staging } = app.stores
  const { watch, received, close } = receiver({
    hashing: app.hashing,
    most: app.config.DEFAULT.image_size_cap,
    requireHead: formatCheck(app.config, diskFormat, containerFormat),
  })
  try {
    for await (const _ of watch(await staging.read(key)));
    const virtualSize = isDisk ? await inspectStored(app, staging, diskFormat, key) : null
    return { ...(await received()), virtualSize }
  } finally {
    close()
  }
}
