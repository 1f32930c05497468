import { placementApi } from '@nimbo/contracts/placement/api'
import { listInventories } from '@nimbo/contracts/placement/inventories'
import { column } from '../../panel/column.ts'
import { isItem } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

/** The inventories of a resource provider in placement. */
export const inventories = panel({
  id: 'inventories',
  api: placementApi,
  key: 'resource_class',
  list: {
    operation: listInventories,
    items: (reply) =>
      isItem(reply) && isItem(reply.inventories)
        ? Object.entries(reply.inventories).map(([resource_class, one]) => ({
            resource_class,
            ...(isItem(one) ? one : {}),
          }))
        : [],
  },
  columns: [
    column('resource_class'),
    column('total'),
    column('reserved'),
    column('allocation_ratio'),
    column('min_unit'),
    column('max_unit'),
  ],
})
