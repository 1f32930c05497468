import { computeApi } from '@nimbo/contracts/compute/api'
import { listZones } from '@nimbo/contracts/compute/availability-zones'
import { column } from '../../panel/column.ts'
import { panel } from '../../panel/panel.ts'

export const availabilityZones = panel({
  id: 'availability-zones',
  api: computeApi,
  key: 'zoneName',
  list: { operation: listZones },
  columns: [
    column('zoneName', { label: 'name' }),
    column('zoneState.available', { label: 'available', look: 'yes' }),
  ],
})
