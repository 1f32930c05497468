import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { Provider } from '../db/providers.ts'

const withAggregates = microversion('1.1')
const withTraits = microversion('1.6')
const withAllocations = microversion('1.11')
const withTree = microversion('1.14')

/** A provider as the API shows it; which links and fields depends on the version. */
export const providerView = (provider: Provider, mount: string, version: Microversion): object => {
  const self = `${mount}/resource_providers/${provider.id}`
  const rels = [
    'inventories',
    'usages',
    ...(version >= withAggregates ? ['aggregates'] : []),
    ...(version >= withTraits ? ['traits'] : []),
    ...(version >= withAllocations ? ['allocations'] : []),
  ]
  return {
    uuid: provider.id,
    name: provider.name,
    generation: provider.generation,
    ...(version >= withTree
      ? { parent_provider_uuid: provider.parent_id, root_provider_uuid: provider.root_id }
      : {}),
    links: [{ rel: 'self', href: self }, ...rels.map((rel) => ({ rel, href: `${self}/${rel}` }))],
  }
}
