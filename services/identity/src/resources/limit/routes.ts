import * as operations from '@nimbo/contracts/identity/limits'
import { handle } from '../../api/handle.ts'
import { pageLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'

const filters = {
  service_id: 'text',
  region_id: 'text',
  resource_name: 'text',
  project_id: 'text',
  domain_id: 'text',
} as const

const view =
  (base: string) =>
  ({ registered_limit_id: _, ...limit }: operations.Limit): operations.LimitView =>
    withSelf(`${base}/v3/limits/${limit.id}`, limit)

const showModel = handle(operations.showLimitModel, async ({ app }) => ({ model: app.limits.model }))

const list = handle(operations.listLimits, async (call) => {
  const { ctx, app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const listed = await app.limits.list(ctx, filtersIn(query, filters), page)
  return { limits: listed.map(view(base)), ...pageLinks(call, listed, page) }
})

const create = handle(operations.createLimits, async ({ app, body, base }) => ({
  limits: (await app.limits.create(body.limits)).map(view(base)),
}))

const show = handle(operations.showLimit, async ({ found, base }) => ({
  limit: view(base)(found.limit.limit),
}))

const update = handle(operations.updateLimit, async ({ app, found, body, base }) => ({
  limit: view(base)(await app.limits.update(found.limit.limit, body.limit)),
}))

const remove = handle(operations.deleteLimit, async ({ app, found }) => {
  await app.limits.remove(found.limit.limit)
})

export const limitRoutes = [showModel, list, create, show, update, remove]
