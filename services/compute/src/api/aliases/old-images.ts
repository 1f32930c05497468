import * as operations from '@nimbo/contracts/compute/old-images'
import type { Call } from '@nimbo/http/route'
import type { QueryOf } from '@nimbo/operation/operation'
import type { ComputeApp } from '../../app/compute-app.ts'
import { inOldWords } from '../../app/proxies/in-old-words.ts'
import { handle } from '../handle.ts'
import { nextLink } from '../page-links.ts'
import { changesIn } from '../query-instants.ts'
import { limitOf } from '../servers/server-list-query.ts'
import { briefView, oldImageView } from './old-image-view.ts'

const missing = 'Image not found.'

type ListCall = Pick<Call<ComputeApp>, 'app' | 'ctx' | 'request'> & {
  readonly query: QueryOf<typeof operations.listOldImages>
}

/** `property-NAME` filters by any property; `server` and `type` filter by properties of server images. */
const propertyFilters = ({ request, query }: ListCall): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(
    [...request.query].flatMap(([name, value]) => {
      const [, property] = /^property-(.+)$/.exec(name) ?? []
      return property === undefined ? [] : [[property, value] as const]
    }),
  ),
  // A server may be given by its URL.
  instance_uuid: query.server?.split('/').at(-1),
  image_type: query.type,
})

/** The requested page of images. */
const find = async (call: ListCall) => {
  const { app, ctx, query, request } = call
  const limit = limitOf(query.limit, app.deps.config.api.max_limit)
  const { changesSince } = changesIn(query)
  const asked = {
    ...propertyFilters(call),
    ...{ name: query.name, status: query.status?.toLowerCase(), marker: query.marker },
    ...{ min_ram: query.minRam, min_disk: query.minDisk, limit: String(limit) },
    updated_at: changesSince === undefined ? undefined : `gte:${changesSince}`,
  }
  const found =
    limit === 0
      ? []
      : await inOldWords(
          app.deps.clients.proxied.images.list(ctx, asked),
          `marker [${query.marker}] not found`,
        )
  const page = { full: found.length === limit, last: found.at(-1)?.id }
  return { found, links: nextLink('images', request, page) }
}

const list = handle(operations.listOldImages, async (call) => {
  const { found, links } = await find(call)
  return { images: found.map((image) => briefView(call.base, image)), ...links }
})

const listInFull = handle(operations.listOldImagesInFull, async (call) => {
  const { found, links } = await find(call)
  return { images: found.map((image) => oldImageView(call.base, image)), ...links }
})

const show = handle(operations.showOldImage, async ({ app, ctx, params: { image_id }, base }) => ({
  image: oldImageView(base, await inOldWords(app.deps.clients.proxied.images.show(ctx, image_id), missing)),
}))

const remove = handle(operations.deleteOldImage, async ({ app, ctx, params: { image_id } }) => {
  await inOldWords(app.deps.clients.proxied.images.remove(ctx, image_id), missing)
})

export const oldImageRoutes = [list, listInFull, show, remove]
