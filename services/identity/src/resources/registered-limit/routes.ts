import * as operations from '@nimbo/contracts/identity/registered-limits'
import { handle } from '../../api/handle.ts'
import { pageLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'

const filters = { service_id: 'text', region_id: 'text', resource_name: 'text' } as const

const view =
  (base: string) =>
  (limit: operations.RegisteredLimit): operations.RegisteredLimitView =>
    withSelf(`${base}/v3/registered_limits/${limit.id}`, limit)

const list = handle(operations.listRegisteredLimits, async (call) => {
  const { app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const listed = await app.registeredLimits.list(filtersIn(query, filters), page)
  return { registered_limits: listed.map(view(base)), ...pageLinks(call, listed, page) }
})

const create = handle(operations.createRegisteredLimits, async ({ app, body, base }) => ({
  registered_limits: (await app.registeredLimits.create(body.registered_limits)).map(view(base)),
}))

const show = handle(operations.showRegisteredLimit, async ({ found, base }) => ({
  registered_limit: view(base)(found.registered_limit),
}))

const update = handle(operations.updateRegisteredLimit, async ({ app, found, body, base }) => {
  const changed = await app.registeredLimits.update(found.registered_limit, body.registered_limit)
  return { registered_limit: view(base)(changed) }
})

const remove = handle(operations.deleteRegisteredLimit, async ({ app, found }) => {
  await app.registeredLimits.remove(found.registered_limit)
})

export const registeredLimitRoutes = [list, create, show, update, remove]
