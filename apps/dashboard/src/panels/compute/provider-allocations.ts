import { listProviderAllocations } from '@nimbo/contracts/placement/allocations'
import { placementApi } from '@nimbo/contracts/placement/api'
import { column } from '../../panel/column.ts'
import { isItem } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

/** The allocations of a resource provider, by consumer: servers and migrations. */
export const providerAllocations = panel({
  id: 'provider-allocations',
  api: placementApi,
  key: 'consumer',
  list: {
    operation: listProviderAllocations,
    items: (reply) =>
      isItem(reply) && isItem(reply.allocations)
        ? Object.entries(reply.allocations).map(([consumer, held]) => ({
            consumer,
            resources: isItem(held) ? held.resources : {},
          }))
        : [],
  },
  columns: [column('consumer', { look: 'reference', to: 'servers' }), column('resources', { look: 'pairs' })],
})
