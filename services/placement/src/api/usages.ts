import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import { microversion } from '@nimbo/operation/microversion'
import type { PlacementApp } from '../app/app.ts'
import { providerUsages, type TypedUsage, tenantUsages } from '../app/usages.ts'
import { errors } from '../errors.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

const byType = microversion('1.38')

const plainView = (usages: readonly TypedUsage[]) => {
  const sums: Record<string, number> = {}
  for (const { resourceClass, used } of usages) sums[resourceClass] = (sums[resourceClass] ?? 0) + used
  return sums
}

const typedView = (usages: readonly TypedUsage[]) => {
  const view: Record<string, Record<string, number>> = {}
  for (const { consumerType, consumers, resourceClass, used } of usages) {
    view[consumerType] = { ...view[consumerType], [resourceClass]: used, consumer_count: consumers }
  }
  return view
}

export const usages: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/resource_providers/{uuid}/usages',
    name: 'provider_usages.show',
    policy: 'placement:resource_providers:usages',
    replies: [200],
    handle: async ({ app, params, version }) => {
      const { provider, usages } = await providerUsages(app)(params.uuid)
      const body = { resource_provider_generation: provider.generation, usages }
      return ok(body, freshHeaders(version, provider.updated_at))
    },
  }),
  route({
    method: 'GET',
    path: '/usages',
    name: 'usages.show',
    since: '1.9',
    policy: 'placement:usages',
    replies: [200],
    handle: async ({ app, query, version }) => {
      if (!query.project_id)
        throw errors.Invalid({
          reason: "Invalid query string parameters: 'project_id' is a required property",
        })
      const usages = await tenantUsages(app)(query.project_id, query.user_id, query.consumer_type)
      return ok(
        { usages: version >= byType ? typedView(usages) : plainView(usages) },
        freshHeaders(version, timestamp(app.clock)),
      )
    },
  }),
]
