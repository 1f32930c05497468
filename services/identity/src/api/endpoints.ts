import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { Endpoint } from '../domain/records.ts'
import { listView, withSelf } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { route } from './route.ts'
import { extraOf, Id, openObject } from './schemas.ts'

const Interface = Type.Union([Type.Literal('public'), Type.Literal('internal'), Type.Literal('admin')])
const Url = Type.String({ minLength: 1, maxLength: 2048, pattern: '^[a-zA-Z0-9+.-]+:.+' })
const Region = Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()])
const NewEndpoint = Type.Object({
  endpoint: openObject({
    service_id: Id,
    interface: Interface,
    url: Url,
    region_id: Type.Optional(Region),
    region: Type.Optional(Region),
    enabled: Type.Optional(Type.Boolean()),
  }),
})
const EndpointChanges = Type.Object({
  endpoint: openObject(
    {
      service_id: Type.Optional(Id),
      interface: Type.Optional(Interface),
      url: Type.Optional(Url),
      region_id: Type.Optional(Region),
      region: Type.Optional(Region),
      enabled: Type.Optional(Type.Boolean()),
    },
    1,
  ),
})
const known = ['service_id', 'interface', 'url', 'region_id', 'region', 'enabled']

/** The region stands there twice: `region` is its name of old. */
const endpointView = (base: string, { extra, ...endpoint }: Endpoint) =>
  withSelf(`${base}/v3/endpoints/${endpoint.id}`, { ...extra, ...endpoint, region: endpoint.region_id })

const listEndpoints = route({
  method: 'GET',
  path: '/v3/endpoints',
  name: 'endpoints.list',
  policy: 'identity:list_endpoints',
  replies: [200],
  async handle(call) {
    const page = pageIn(call.query, call.app.mostListed)
    const filters = filtersIn(call.query, { interface: 'text', service_id: 'text', region_id: 'text' })
    const endpoints = await call.app.catalog.endpoints.list(filters, page)
    return ok(
      listView(
        call,
        'endpoints',
        endpoints.map((endpoint) => endpointView(call.base, endpoint)),
        page,
      ),
    )
  },
})

const createEndpoint = route({
  method: 'POST',
  path: '/v3/endpoints',
  name: 'endpoints.create',
  policy: 'identity:create_endpoint',
  body: NewEndpoint,
  replies: [201],
  async handle({ ctx, app, body: { endpoint }, base }) {
    const { service_id, interface: kind, url, enabled, region_id, region } = endpoint
    const given = { service_id, interface: kind, url, enabled, region_id, region }
    const made = await app.catalog.endpoints.create(ctx, { ...given, extra: extraOf(endpoint, known) })
    return created({ endpoint: endpointView(base, made) })
  },
})

const showEndpoint = route({
  method: 'GET',
  path: '/v3/endpoints/{endpoint_id}',
  name: 'endpoints.show',
  policy: 'identity:get_endpoint',
  replies: [200],
  handle: async ({ app, params, base }) =>
    ok({ endpoint: endpointView(base, await app.catalog.endpoints.find(params.endpoint_id)) }),
})

const updateEndpoint = route({
  method: 'PATCH',
  path: '/v3/endpoints/{endpoint_id}',
  name: 'endpoints.update',
  policy: 'identity:update_endpoint',
  body: EndpointChanges,
  replies: [200],
  async handle({ ctx, app, params, body: { endpoint }, base }) {
    const { service_id, interface: kind, url, enabled, region_id, region } = endpoint
    const changes = {
      service_id,
      interface: kind,
      url,
      enabled,
      region_id,
      region,
      extra: extraOf(endpoint, known),
    }
    return ok({
      endpoint: endpointView(base, await app.catalog.endpoints.update(ctx, params.endpoint_id, changes)),
    })
  },
})

const deleteEndpoint = route({
  method: 'DELETE',
  path: '/v3/endpoints/{endpoint_id}',
  name: 'endpoints.delete',
  policy: 'identity:delete_endpoint',
  replies: [204],
  async handle({ ctx, app, params }) {
    await app.catalog.endpoints.remove(ctx, params.endpoint_id)
    return noContent()
  },
})

export const endpointRoutes = [listEndpoints, createEndpoint, showEndpoint, updateEndpoint, deleteEndpoint]
