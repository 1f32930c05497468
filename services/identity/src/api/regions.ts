import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { Region } from '../domain/records.ts'
import { listView, withSelf } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { route } from './route.ts'
import { Description, extraOf, openObject, textOf } from './schemas.ts'

const RegionId = Type.String({ minLength: 1, maxLength: 255 })
const properties = {
  description: Type.Optional(Description),
  parent_region_id: Type.Optional(Type.Union([RegionId, Type.Null()])),
}
const known = Object.keys(properties)
const NewRegion = Type.Object({
  region: openObject({ ...properties, id: Type.Optional(Type.Union([RegionId, Type.Null()])) }),
})
const RegionChanges = Type.Object({ region: openObject(properties, 1) })

const regionView = (base: string, { extra, ...region }: Region) =>
  withSelf(`${base}/v3/regions/${encodeURIComponent(region.id)}`, { ...extra, ...region })

const listRegions = route({
  method: 'GET',
  path: '/v3/regions',
  name: 'regions.list',
  policy: 'identity:list_regions',
  replies: [200],
  async handle(call) {
    const page = pageIn(call.query, call.app.mostListed)
    const regions = await call.app.catalog.regions.list(
      filtersIn(call.query, { parent_region_id: 'text' }),
      page,
    )
    return ok(
      listView(
        call,
        'regions',
        regions.map((region) => regionView(call.base, region)),
        page,
      ),
    )
  },
})

const createRegion = route({
  method: 'POST',
  path: '/v3/regions',
  name: 'regions.create',
  policy: 'identity:create_region',
  body: NewRegion,
  replies: [201],
  async handle({ ctx, app, body: { region }, base }) {
    const { parent_region_id } = region
    const id = region.id ?? undefined
    const given = { id, parent_region_id, description: textOf(region.description) }
    const made = await app.catalog.regions.create(ctx, { ...given, extra: extraOf(region, known) })
    return created({ region: regionView(base, made) })
  },
})

const createNamedRegion = route({
  method: 'PUT',
  path: '/v3/regions/{region_id}',
  name: 'regions.create-named',
  policy: 'identity:create_region',
  body: NewRegion,
  replies: [201],
  async handle({ ctx, app, params, body: { region }, base }) {
    const { parent_region_id } = region
    const given = { id: params.region_id, parent_region_id, description: textOf(region.description) }
    const made = await app.catalog.regions.create(ctx, { ...given, extra: extraOf(region, known) })
    return created({ region: regionView(base, made) })
  },
})

const showRegion = route({
  method: 'GET',
  path: '/v3/regions/{region_id}',
  name: 'regions.show',
  policy: 'identity:get_region',
  replies: [200],
  handle: async ({ app, params, base }) =>
    ok({ region: regionView(base, await app.catalog.regions.find(params.region_id)) }),
})

const updateRegion = route({
  method: 'PATCH',
  path: '/v3/regions/{region_id}',
  name: 'regions.update',
  policy: 'identity:update_region',
  body: RegionChanges,
  replies: [200],
  async handle({ ctx, app, params, body: { region }, base }) {
    const { parent_region_id } = region
    const changes = {
      parent_region_id,
      description: textOf(region.description),
      extra: extraOf(region, known),
    }
    return ok({ region: regionView(base, await app.catalog.regions.update(ctx, params.region_id, changes)) })
  },
})

const deleteRegion = route({
  method: 'DELETE',
  path: '/v3/regions/{region_id}',
  name: 'regions.delete',
  policy: 'identity:delete_region',
  replies: [204],
  async handle({ ctx, app, params }) {
    await app.catalog.regions.remove(ctx, params.region_id)
    return noContent()
  },
})

export const regionRoutes = [
  listRegions,
  createRegion,
  createNamedRegion,
  showRegion,
  updateRegion,
  deleteRegion,
]
