import { noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import { newId, type ProviderId } from '@nimbo/kernel/ids'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { PlacementApp } from '../app/app.ts'
import { listProviders } from '../app/list-providers.ts'
import { createProvider, removeProvider, showProvider, updateProvider } from '../app/providers.ts'
import { parseUuid } from '../domain/request-group.ts'
import { freshHeaders } from './fresh-headers.ts'
import { readGroup } from './group-query.ts'
import { refuseParameters } from './known-parameters.ts'
import { providerView } from './provider-view.ts'
import { route } from './route.ts'

const uuid = Type.String({ format: 'uuid' })
const name = Type.String({ minLength: 1, maxLength: 200 })

const createBody = Type.Object(
  { name, uuid: Type.Optional(uuid), parent_provider_uuid: Type.Optional(Type.Union([uuid, Type.Null()])) },
  { additionalProperties: false },
)
const updateBody = Type.Object(
  { name, parent_provider_uuid: Type.Optional(Type.Union([uuid, Type.Null()])) },
  { additionalProperties: false },
)

/** What the list is filtered by, and the version from which it can be. */
const filters: Readonly<Record<string, Microversion>> = {
  name: microversion('1.0'),
  uuid: microversion('1.0'),
  member_of: microversion('1.3'),
  resources: microversion('1.4'),
  in_tree: microversion('1.14'),
  required: microversion('1.18'),
}

const bodyOnCreate = microversion('1.20')

export const resourceProviders: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/resource_providers',
    name: 'resource_providers.list',
    policy: 'placement:resource_providers:list',
    replies: [200],
    handle: async ({ app, request, version }) => {
      const { query } = request
      refuseParameters(query, (parameter) => version >= (filters[parameter] ?? Number.POSITIVE_INFINITY))
      const providers = await listProviders(app)({
        name: query.get('name') ?? undefined,
        uuid: query.has('uuid') ? parseUuid('uuid', query.get('uuid') ?? '') : undefined,
        group: readGroup(query, '', version),
      })
      const resource_providers = providers.map((provider) => providerView(provider, request.mount, version))
      return ok({ resource_providers }, freshHeaders(version, timestamp(app.clock)))
    },
  }),
  route({
    method: 'POST',
    path: '/resource_providers',
    name: 'resource_providers.create',
    policy: 'placement:resource_providers:create',
    body: createBody,
    replies: [200, 201],
    handle: async ({ app, body, request, version }) => {
      const provider = await createProvider(app)({
        id: body.uuid ?? newId<ProviderId>(),
        name: body.name,
        parentId: body.parent_provider_uuid ?? null,
      })
      const location = `${request.origin}${request.mount}/resource_providers/${provider.id}`
      const headers = { location, ...freshHeaders(version, provider.updated_at) }
      if (version < bodyOnCreate) return { status: 201, headers }
      return ok(providerView(provider, request.mount, version), headers)
    },
  }),
  route({
    method: 'GET',
    path: '/resource_providers/{uuid}',
    name: 'resource_providers.show',
    policy: 'placement:resource_providers:show',
    replies: [200],
    handle: async ({ app, params, request, version }) => {
      const provider = await showProvider(app)(params.uuid)
      return ok(providerView(provider, request.mount, version), freshHeaders(version, provider.updated_at))
    },
  }),
  route({
    method: 'PUT',
    path: '/resource_providers/{uuid}',
    name: 'resource_providers.update',
    policy: 'placement:resource_providers:update',
    body: updateBody,
    replies: [200],
    handle: async ({ app, params, body, request, version }) => {
      const provider = await updateProvider(app)(params.uuid, {
        name: body.name,
        parentId: body.parent_provider_uuid,
      })
      return ok(providerView(provider, request.mount, version), freshHeaders(version, provider.updated_at))
    },
  }),
  route({
    method: 'DELETE',
    path: '/resource_providers/{uuid}',
    name: 'resource_providers.delete',
    policy: 'placement:resource_providers:delete',
    replies: [204],
    handle: async ({ app, params }) => {
      await removeProvider(app)(params.uuid)
      return noContent()
    },
  }),
]
