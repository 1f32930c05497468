import { placementApi } from '@nimbo/contracts/placement/api'
import { listProviderTraits } from '@nimbo/contracts/placement/provider-traits'
import { column } from '../../panel/column.ts'
import { isItem } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

/** The traits of a resource provider. */
export const providerTraits = panel({
  id: 'provider-traits',
  api: placementApi,
  key: 'name',
  list: {
    operation: listProviderTraits,
    items: (reply) =>
      isItem(reply) && Array.isArray(reply.traits) ? reply.traits.map((name) => ({ name })) : [],
  },
  columns: [column('name')],
  filters: [{ name: 'name', byPage: true }],
})
