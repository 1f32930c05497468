import { listEvents } from '@nimbo/contracts/orchestration/events'
import { column } from '../../panel/column.ts'
import { orchestrationPanel } from './orchestration-panel.ts'

export const stackEvents = orchestrationPanel({
  id: 'stack-events',
  kind: 'stack',
  list: { operation: listEvents, query: { sort_dir: 'desc' } },
  columns: [
    column('event_time', { label: 'start_time', look: 'date' }),
    column('resource_name', { label: 'name' }),
    column('resource_status', { label: 'status', look: 'status' }),
    column('resource_status_reason', { label: 'status_reason' }),
    column('physical_resource_id', { label: 'resource_uuid', hidden: true }),
  ],
  filters: [{ name: 'resource_name', byPage: true }],
})
