import { listPools } from '@nimbo/contracts/volume/services'
import { column } from '../../panel/column.ts'
import type { Item } from '../../panel/item.ts'
import { volumePanel } from './volume-panel.ts'

const within = ({ name }: Item) => ({ query: { host: name } })

export const pools = volumePanel({
  id: 'pools',
  key: 'name',
  list: { operation: listPools, query: { detail: 'true' } },
  columns: [
    column('name'),
    column('capabilities.volume_backend_name', { label: 'volume_backend_name' }),
    column('capabilities.storage_protocol', { label: 'storage_protocol' }),
    column('capabilities.free_capacity_gb', { label: 'free_capacity', look: 'gib' }),
    column('capabilities.total_capacity_gb', { label: 'total_capacity', look: 'gib' }),
  ],
  tabs: [
    { id: 'manageable-volumes', panel: 'manageable-volumes', within },
    { id: 'manageable-snapshots', panel: 'manageable-snapshots', within },
  ],
})
