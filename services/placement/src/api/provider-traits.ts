import { noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import type { PlacementApp } from '../app/app.ts'
import { type ProviderTraits, replaceProviderTraits, showProviderTraits } from '../app/provider-traits.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

const body = Type.Object(
  {
    resource_provider_generation: Type.Integer(),
    traits: Type.Array(Type.String({ pattern: '^[A-Z0-9_]+$', minLength: 1, maxLength: 255 }), {
      uniqueItems: true,
    }),
  },
  { additionalProperties: false },
)

const view = ({ provider, traits }: ProviderTraits) => ({
  resource_provider_generation: provider.generation,
  traits,
})

export const providerTraits: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/resource_providers/{uuid}/traits',
    name: 'provider_traits.list',
    since: '1.6',
    policy: 'placement:resource_providers:traits:list',
    replies: [200],
    handle: async ({ app, params, version }) => {
      const shown = await showProviderTraits(app)(params.uuid)
      return ok(view(shown), freshHeaders(version, shown.provider.updated_at))
    },
  }),
  route({
    method: 'PUT',
    path: '/resource_providers/{uuid}/traits',
    name: 'provider_traits.replace',
    since: '1.6',
    policy: 'placement:resource_providers:traits:update',
    body,
    replies: [200],
    handle: async ({ app, params, body, version }) => {
      const shown = await replaceProviderTraits(app)(
        params.uuid,
        body.resource_provider_generation,
        body.traits,
      )
      return ok(view(shown), freshHeaders(version, shown.provider.updated_at))
    },
  }),
  route({
    method: 'DELETE',
    path: '/resource_providers/{uuid}/traits',
    name: 'provider_traits.clear',
    since: '1.6',
    policy: 'placement:resource_providers:traits:delete',
    replies: [204],
    handle: async ({ app, params }) => {
      const { provider } = await showProviderTraits(app)(params.uuid)
      await replaceProviderTraits(app)(params.uuid, provider.generation, [])
      return noContent()
    },
  }),
]
