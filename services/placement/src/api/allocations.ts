import { noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { type ConsumerAllocations, releaseAllocations, showAllocations } from '../app/allocations.ts'
import type { PlacementApp } from '../app/app.ts'
import { providerAllocations } from '../app/provider-allocations.ts'
import { setAllocations } from '../app/set-allocations.ts'
import { allocationsBody, manyAllocationsBody, wantedFrom } from './allocation-body.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

const withOwner = microversion('1.12')
const withGeneration = microversion('1.28')
const withType = microversion('1.38')

const view = ({ consumer, providers }: ConsumerAllocations, version: Microversion) => ({
  allocations: Object.fromEntries(
    providers.map(({ id, generation, resources }) => [id, { generation, resources }]),
  ),
  ...(consumer && version >= withOwner ? { project_id: consumer.project_id, user_id: consumer.user_id } : {}),
  ...(consumer && version >= withGeneration ? { consumer_generation: consumer.generation } : {}),
  ...(consumer && version >= withType ? { consumer_type: consumer.consumer_type ?? 'unknown' } : {}),
})

export const allocations: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/allocations/{consumer_uuid}',
    name: 'allocations.show',
    policy: 'placement:allocations:list',
    replies: [200],
    handle: async ({ app, params, version }) => {
      const held = await showAllocations(app)(params.consumer_uuid)
      return ok(view(held, version), freshHeaders(version, held.consumer?.updated_at ?? timestamp(app.clock)))
    },
  }),
  route({
    method: 'PUT',
    path: '/allocations/{consumer_uuid}',
    name: 'allocations.set',
    policy: 'placement:allocations:update',
    body: allocationsBody,
    replies: [204],
    handle: async ({ app, params, body }) => {
      await setAllocations(app)([wantedFrom(app, params.consumer_uuid, body)])
      return noContent()
    },
  }),
  route({
    method: 'POST',
    path: '/allocations',
    name: 'allocations.set_many',
    since: '1.13',
    policy: 'placement:allocations:manage',
    body: manyAllocationsBody,
    replies: [204],
    handle: async ({ app, body }) => {
      await setAllocations(app)(Object.entries(body).map(([consumer, one]) => wantedFrom(app, consumer, one)))
      return noContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/allocations/{consumer_uuid}',
    name: 'allocations.release',
    policy: 'placement:allocations:delete',
    replies: [204],
    handle: async ({ app, params }) => {
      await releaseAllocations(app)(params.consumer_uuid)
      return noContent()
    },
  }),
  route({
    method: 'GET',
    path: '/resource_providers/{uuid}/allocations',
    name: 'provider_allocations.list',
    policy: 'placement:resource_providers:allocations:list',
    replies: [200],
    handle: async ({ app, params, version }) => {
      const { provider, consumers } = await providerAllocations(app)(params.uuid)
      const shown = consumers.map(({ id, generation, resources }) => [
        id,
        { resources, ...(version >= withGeneration ? { consumer_generation: generation } : {}) },
      ])
      const body = {
        allocations: Object.fromEntries(shown),
        resource_provider_generation: provider.generation,
      }
      return ok(body, freshHeaders(version, provider.updated_at))
    },
  }),
]
