import type { ProviderView } from '@nimbo/contracts/placement/resource-providers'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { Provider } from '../db/providers.ts'

/** Links of a provider, with their first microversions. */
const relations = [
  ['inventories', microversion('1.0')],
  ['usages', microversion('1.0')],
  ['aggregates', microversion('1.1')],
  ['traits', microversion('1.6')],
  ['allocations', microversion('1.11')],
] as const

/** A provider in replies. */
export const providerView = (provider: Provider, mount: string, version: Microversion): ProviderView => {
  const self = `${mount}/resource_providers/${provider.id}`
  const links = relations
    .filter(([, since]) => version >= since)
    .map(([rel]) => ({ rel, href: `${self}/${rel}` }))
  return {
    uuid: provider.id,
    name: provider.name,
    generation: provider.generation,
    parent_provider_uuid: provider.parent_id,
    root_provider_uuid: provider.root_id,
    links: [{ rel: 'self', href: self }, ...links],
  }
}
