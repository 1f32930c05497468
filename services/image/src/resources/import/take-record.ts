import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { errors } from '../../errors.ts'
import { isReserved, withAttribute } from '../image/attributes.ts'
import type { Image } from '../image/image.ts'
import { refuseOverLimits } from '../image/image-limits.ts'
import { beginTask, type ImportDeps, type ImportTask } from './import-deps.ts'
import type { RemoteImage } from './remote-glances.ts'

/** The attributes of an image before an import replaced them with those of the remote image. */
type Described = Pick<Image, 'diskFormat' | 'containerFormat' | 'properties'>

export interface RemoteImport {
  readonly image: RemoteImage
  readonly before: Described
}

type Importing = ImportTask & { readonly remote?: RemoteImport }

const describe = async (
  { app }: ImportDeps,
  imageId: string,
  change: (image: Image) => Image,
): Promise<void> => {
  const image = await app.images.find(imageId, { projectId: undefined, isAdmin: true })
  if (image === undefined) throw errors.ImageNotFound({ id: imageId })
  const changed = { ...change(image), updatedAt: timestamp(app.clock) }
  if (!(await app.images.update(changed, { ...image, status: 'importing' })))
    throw errors.ImageNotFound({ id: imageId })
}

/** Gives the image the formats and some of the properties of the remote image that it copies. */
export const takeRecord = step<Importing, ImportDeps>()({
  name: 'take-record',
  run: async (ctx, input, deps) => {
    await beginTask(deps, ctx, input)
    const { remote, imageId } = input
    if (remote === undefined) return
    if ('failure' in remote.image) throw errors.ImportFailed({ reason: remote.image.failure })
    const attributes = Object.entries(remote.image.attributes).filter(([name]) => !isReserved(name))
    await describe(deps, imageId, (image) => {
      const changed = attributes.reduce((each, [name, value]) => withAttribute(each, name, value), image)
      refuseOverLimits(deps.app, changed)
      return changed
    })
  },
  undo: async (_, { remote, imageId }, deps) => {
    const image = await deps.app.images.find(imageId, { projectId: undefined, isAdmin: true })
    if (remote && image) await describe(deps, imageId, (changed) => ({ ...changed, ...remote.before }))
  },
})
