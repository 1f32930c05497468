import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isBaseAttribute, isReserved, withAttribute, withoutAttribute } from './attributes.ts'
import type { Image } from './image.ts'
import type { PatchChange } from './json-patch.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'
import { refuseOverLimits } from './image-limits.ts'

/** Policy has decided already that the caller may change the image. */
const everybody = { projectId: undefined, isAdmin: true }

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

/**
 * Stores the changes of an image, as `change` makes them from the image that it is given: again from the current one, if others
 * changed the image meanwhile in a way that this would undo. Throws `ImageNotFound` when it is gone.
 */
export const updateImage =
  (app: ImageApp) =>
  async (ctx: Context, seen: Image, change: (image: Image) => Image): Promise<Image> => {
    const attempt = async (before: Image): Promise<Image | undefined> => {
      const changed = { ...change(before), updatedAt: timestamp(app.clock) }
      refuseOverLimits(app, changed)
      return app.unit(async ({ images, notices }) => {
        if (!(await images.update(changed, before))) return undefined
        await notices.image(ctx, 'update', changed)
        return changed
      })
    }
    const { id } = seen
    for (let before: Image | undefined = seen; before; before = await app.images.find(id, everybody)) {
      const changed = await attempt(before)
      if (changed) return changed
    }
    throw errors.ImageNotFound({ id })
  }
