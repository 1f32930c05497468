import * as operations from '@nimbo/contracts/identity/endpoints'
import { endpointView as view } from './endpoint-view.ts'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { extraOf } from '../../api/record-body.ts'

const known = ['service_id', 'interface', 'url', 'region_id', 'region', 'enabled']
const filters = { interface: 'text', service_id: 'text', region_id: 'text' } as const

const list = handle(operations.listEndpoints, async (call) => {
  const { app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const endpoints = await app.catalog.endpoints.list(filtersIn(query, filters), page)
  return { endpoints: endpoints.map(view(base)), ...pageLinks(call, endpoints, page) }
})

const create = handle(operations.createEndpoint, async ({ ctx, app, body: { endpoint }, base }) => {
  const { service_id, interface: kind, url, enabled, region_id, region } = endpoint
  const given = { service_id, interface: kind, url, enabled, region_id, region }
  const made = await app.catalog.endpoints.create(ctx, { ...given, extra: extraOf(endpoint, known) })
  return { endpoint: view(base)(made) }
})

const show = handle(operations.showEndpoint, async ({ found, base }) => ({
  endpoint: view(base)(found.endpoint),
}))

const update = handle(operations.updateEndpoint, async ({ ctx, app, found, body: { endpoint }, base }) => {
  refuseNewId(endpoint, found.endpoint.id)
  const { service_id, interface: kind, url, enabled, region_id, region } = endpoint
  const given = { service_id, interface: kind, url, enabled, region_id, region }
  const changes = { ...given, extra: extraOf(endpoint, known) }
  return { endpoint: view(base)(await app.catalog.endpoints.update(ctx, found.endpoint.id, changes)) }
})

const remove = handle(operations.deleteEndpoint, async ({ ctx, app, found }) => {
  await app.catalog.endpoints.remove(ctx, found.endpoint.id)
})

export const endpointRoutes = [list, create, show, update, remove]
