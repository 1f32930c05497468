import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { versioned } from '@nimbo/http/versioned'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import { type ProviderAggregates, replaceAggregates, showAggregates } from '../app/aggregates.ts'
import type { PlacementApp } from '../app/app.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

const ids = Type.Array(Type.String({ format: 'uuid' }), { uniqueItems: true })

/** Before 1.19 the body is the bare list, and nobody checks a generation. */
const body = versioned(
  Type.Object(
    { aggregates: ids, resource_provider_generation: Type.Optional(Type.Integer()) },
    { additionalProperties: false },
  ),
).before('1.19', ids, (aggregates) => ({ aggregates }))

const withGeneration = microversion('1.19')

const view = ({ provider, aggregates }: ProviderAggregates, version: number) => ({
  aggregates,
  ...(version >= withGeneration ? { resource_provider_generation: provider.generation } : {}),
})

export const aggregates: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/resource_providers/{uuid}/aggregates',
    name: 'aggregates.list',
    since: '1.1',
    policy: 'placement:resource_providers:aggregates:list',
    replies: [200],
    handle: async ({ app, params, version }) => {
      const shown = await showAggregates(app)(params.uuid)
      return ok(view(shown, version), freshHeaders(version, shown.provider.updated_at))
    },
  }),
  route({
    method: 'PUT',
    path: '/resource_providers/{uuid}/aggregates',
    name: 'aggregates.replace',
    since: '1.1',
    policy: 'placement:resource_providers:aggregates:update',
    body,
    replies: [200],
    handle: async ({ app, params, body, version }) => {
      const shown = await replaceAggregates(app)(
        params.uuid,
        body.resource_provider_generation,
        body.aggregates,
      )
      return ok(view(shown, version), freshHeaders(version, shown.provider.updated_at))
    },
  }),
]
