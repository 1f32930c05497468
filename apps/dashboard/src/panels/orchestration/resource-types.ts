import { listResourceTypes, showResourceType } from '@nimbo/contracts/orchestration/templates'
import { column } from '../../panel/column.ts'
import { orchestrationPanel } from './orchestration-panel.ts'

export const resourceTypes = orchestrationPanel({
  id: 'resource-types',
  key: 'resource_type',
  list: { operation: listResourceTypes, query: { with_description: 'True' } },
  show: { operation: showResourceType },
  columns: [column('resource_type', { label: 'name' }), column('description')],
  details: [
    column('support_status.status', { label: 'status' }),
    column('support_status.version', { label: 'since' }),
  ],
  filters: [
    { name: 'resource_type', byPage: true },
    { name: 'description', byPage: true },
  ],
  tabs: [
    { id: 'properties', load: async () => (await import('../../stack/type-properties.tsx')).TypeProperties },
    { id: 'template', load: async () => (await import('../../stack/type-template.tsx')).TypeTemplate },
  ],
  command: 'orchestration resource type show',
})
