import { alarmingApi } from '@nimbo/contracts/telemetry/alarming/api'
import { listChanges } from '@nimbo/contracts/telemetry/alarming/alarms'
import { column } from '../../panel/column.ts'
import { panel } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'

export const alarmHistory = panel({
  id: 'alarm-history',
  api: alarmingApi,
  key: 'event_id',
  list: { operation: listChanges, items: itemsIn },
  columns: [
    column('timestamp', { label: 'start_time', look: 'date' }),
    column('type'),
    column('detail'),
    column('severity', { look: 'status' }),
    column('user_id', { look: 'reference', to: 'users' }),
  ],
  filters: [{ name: 'type', byPage: true }],
})
