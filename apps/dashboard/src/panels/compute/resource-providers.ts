import { placementApi } from '@nimbo/contracts/placement/api'
import { deleteProvider, listProviders, showProvider } from '@nimbo/contracts/placement/resource-providers'
import { column } from '../../panel/column.ts'
import type { Item } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

const within = ({ uuid }: Item) => ({ path: { uuid } })

/** The resource providers of placement. */
export const resourceProviders = panel({
  id: 'resource-providers',
  api: placementApi,
  key: 'uuid',
  list: { operation: listProviders },
  show: { operation: showProvider },
  columns: [
    column('name'),
    column('uuid', { look: 'code' }),
    column('generation'),
    column('parent_provider_uuid', { label: 'parent_id', look: 'reference', to: 'resource-providers' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  remove: { operation: deleteProvider, command: 'resource provider delete' },
  tabs: [
    { id: 'inventory', panel: 'inventories', within },
    { id: 'usages', panel: 'provider-usages', within },
    { id: 'traits', panel: 'provider-traits', within },
    { id: 'allocations', panel: 'provider-allocations', within },
  ],
  command: 'resource provider show',
})
