import { placementApi } from '@nimbo/contracts/placement/api'
import { showProviderUsages } from '@nimbo/contracts/placement/usages'
import { column } from '../../panel/column.ts'
import { isItem } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

/** The usages of a resource provider, by resource class. */
export const providerUsages = panel({
  id: 'provider-usages',
  api: placementApi,
  key: 'resource_class',
  list: {
    operation: showProviderUsages,
    items: (reply) =>
      isItem(reply) && isItem(reply.usages)
        ? Object.entries(reply.usages).map(([resource_class, used]) => ({ resource_class, used }))
        : [],
  },
  columns: [column('resource_class'), column('used')],
})
