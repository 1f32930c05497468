import { listResources, markUnhealthy } from '@nimbo/contracts/orchestration/resources'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'

import { orchestrationPanel } from './orchestration-panel.ts'
import { panelOfType } from './panel-of-type.ts'

export const stackResources = orchestrationPanel({
  id: 'stack-resources',
  kind: 'stack',
  key: 'resource_name',
  list: { operation: listResources },
  columns: [
    column('resource_name', { label: 'name' }),
    column('resource_type'),
    column('physical_resource_id', {
      label: 'resource_uuid',
      look: 'reference',
      to: ({ resource_type: type }) => panelOfType(String(type)),
    }),
    column('resource_status', { label: 'status', look: 'status' }),
    column('resource_status_reason', { label: 'status_reason', hidden: true }),
    column('required_by', { look: 'list' }),
    column('updated_time', { label: 'updated_at', look: 'date' }),
  ],
  filters: [
    { name: 'resource_name', byPage: true },
    { name: 'resource_type', byPage: true },
  ],
  actions: [
    {
      id: 'mark-unhealthy',
      operation: markUnhealthy,
      form: {
        fields: [
          field('mark_unhealthy', { as: 'switch', initial: true }),
          field('resource_status_reason', { label: 'status_reason' }),
        ],
      },
    },
  ],
})
