import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type ImageId, newId } from '@nimbo/kernel/ids'
import type { ImageApp } from '../../app/app.ts'
import { readImageId, withAttribute } from './attributes.ts'
import { errors } from '../../errors.ts'
import type { Image } from './image.ts'

/** Reads a body into a record that is not stored yet; `visibility` defaults to `shared`, as in Glance. */
export const draftImage = (app: ImageApp, ctx: Context, body: Readonly<Record<string, unknown>>): Image => {
  const { id, ...attributes } = body
  if ('locations' in attributes) throw errors.NotAllowed({ reason: "Attribute 'locations' is reserved." })
  const now = timestamp(app.clock)
  const blank: Image = {
    id: id === undefined ? newId<ImageId>() : readImageId(id),
    name: null,
    status: 'queued',
    visibility: 'shared',
    owner: ctx.projectId ?? null,
    diskFormat: null,
    containerFormat: null,
    minDisk: 0,
    minRam: 0,
    protected: false,
    hidden: false,
    size: null,
    virtualSize: null,
    checksum: null,
    hashValue: null,
    location: null,
    stores: [],
    addresses: [],
    staged: null,
    importTask: null,
    importingTo: null,
    failedImports: null,
    tags: [],
    properties: {},
    createdAt: now,
    updatedAt: now,
  }
  return Object.entries(attributes).reduce((image, [name, value]) => withAttribute(image, name, value), blank)
}
