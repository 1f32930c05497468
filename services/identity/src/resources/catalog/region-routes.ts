import * as operations from '@nimbo/contracts/identity/regions'
import type { Region } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { extraOf, textOf } from '../../api/record-body.ts'

const known = ['description', 'parent_region_id']

const view =
  (base: string) =>
  ({ extra, ...region }: Region): operations.RegionView =>
    withSelf(`${base}/v3/regions/${encodeURIComponent(region.id)}`, { ...extra, ...region })

const list = handle(operations.listRegions, async (call) => {
  const { app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const regions = await app.catalog.regions.list(filtersIn(query, { parent_region_id: 'text' }), page)
  return { regions: regions.map(view(base)), ...pageLinks(call, regions, page) }
})

const create = handle(operations.createRegion, async ({ ctx, app, body: { region }, base }) => {
  const { parent_region_id } = region
  const id = region.id ?? undefined
  const given = { id, parent_region_id, description: textOf(region.description) }
  const made = await app.catalog.regions.create(ctx, { ...given, extra: extraOf(region, known) })
  return { region: view(base)(made) }
})

const createNamed = handle(
  operations.createNamedRegion,
  async ({ ctx, app, params, body: { region }, base }) => {
    const { parent_region_id } = region
    if (region.id && region.id !== params.region_id)
      throw errors.Invalid({
        reason: `Conflicting region IDs specified: "${params.region_id}" != "${region.id}"`,
      })
    const given = { id: params.region_id, parent_region_id, description: textOf(region.description) }
    const made = await app.catalog.regions.create(ctx, { ...given, extra: extraOf(region, known) })
    return { region: view(base)(made) }
  },
)

const show = handle(operations.showRegion, async ({ found, base }) => ({ region: view(base)(found.region) }))

const update = handle(operations.updateRegion, async ({ ctx, app, found, body: { region }, base }) => {
  refuseNewId(region, found.region.id)
  const { parent_region_id } = region
  const changes = {
    parent_region_id,
    description: textOf(region.description),
    extra: extraOf(region, known),
  }
  return { region: view(base)(await app.catalog.regions.update(ctx, found.region.id, changes)) }
})

const remove = handle(operations.deleteRegion, async ({ ctx, app, found }) => {
  await app.catalog.regions.remove(ctx, found.region.id)
})

export const regionRoutes = [list, create, createNamed, show, update, remove]
