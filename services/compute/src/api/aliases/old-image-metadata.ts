import * as operations from '@nimbo/contracts/compute/old-image-metadata'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

const list = handle(operations.listImageMetadata, async ({ app, ctx, params: { image_id } }) => ({
  metadata: await app.proxies.imageMetadata.read(ctx, image_id),
}))

const merge = handle(operations.mergeImageMetadata, async ({ app, ctx, params: { image_id }, body }) => ({
  metadata: await app.proxies.imageMetadata.merge(ctx, image_id, body.metadata),
}))

const replace = handle(operations.replaceImageMetadata, async ({ app, ctx, params: { image_id }, body }) => ({
  metadata: await app.proxies.imageMetadata.replace(ctx, image_id, body.metadata),
}))

const show = handle(operations.showImageMetadata, async ({ app, ctx, params: { image_id, key } }) => {
  const metadata = await app.proxies.imageMetadata.read(ctx, image_id)
  if (!Object.hasOwn(metadata, key)) throw errors.NotFound({ reason: 'Metadata item was not found' })
  return { meta: { [key]: metadata[key] } }
})

const set = handle(operations.setImageMetadata, async ({ app, ctx, params: { image_id, key }, body }) => {
  if (!Object.hasOwn(body.meta, key)) throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
  await app.proxies.imageMetadata.merge(ctx, image_id, body.meta)
  return { meta: body.meta }
})

const remove = handle(operations.deleteImageMetadata, async ({ app, ctx, params: { image_id, key } }) => {
  await app.proxies.imageMetadata.remove(ctx, image_id, key)
})

export const oldImageMetadataRoutes = [list, merge, replace, show, set, remove]
