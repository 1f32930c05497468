import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isBaseAttribute, isReserved, withAttribute, withoutAttribute } from './attributes.ts'
import type { Image } from './image.ts'
import type { PatchChange } from './json-patch.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'
import { refuseOverLimits } from './image-limits.ts'

const applyChange = (image: Image, { op, name, value, draft }: PatchChange): Image => {
  if (op === 'remove') return withoutAttribute(image, name)
  const isThere = isBaseAttribute(name) || Object.hasOwn(image.properties, name)
  if (op === 'replace' && !isThere && !isReserved(name))
    throw errors.Conflict({ reason: `Property ${name} does not exist.` })
  if (op === 'add' && draft === 4 && isThere && !isReserved(name))
    throw errors.Conflict({ reason: `Property ${name} already present.` })
  return withAttribute(image, name, value)
}

/** Applies all changes or throws. The formats cannot change once the image has data. */
export const patchedImage = (image: Image, changes: readonly PatchChange[]): Image => {
  const changed = changes.reduce(applyChange, image)
  const hasData = image.status !== 'queued'
  const refuse = (name: string): never => {
    throw errors.NotAllowed({ reason: `Attribute ${name} can be only replaced for a queued image.` })
  }
  if (hasData && changed.diskFormat !== image.diskFormat) refuse('disk_format')
  if (hasData && changed.containerFormat !== image.containerFormat) refuse('container_format')
  return changed
}

/** Stores the changes of an image. */
export const updateImage =
  (app: ImageApp) =>
  async (ctx: Context, before: Image, changes: Partial<Image>): Promise<Image> => {
    const image = { ...before, ...changes }
    refuseOverLimits(app, image)
    const changed = { ...image, updatedAt: timestamp(app.clock) }
    await app.unit(async ({ images, notices }) => {
      if (!(await images.update(changed, before))) throw errors.ImageNotFound({ id: image.id })
      await notices.image(ctx, 'update', changed)
    })
    return changed
  }
