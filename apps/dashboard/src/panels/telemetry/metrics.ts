import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { deleteMetric, listMetrics, showMetric } from '@nimbo/contracts/telemetry/metric/metrics'
import { column } from '../../panel/column.ts'
import { panel } from '../../panel/panel.ts'

export const metrics = panel({
  id: 'metrics',
  api: metricApi,
  list: { operation: listMetrics },
  show: { operation: showMetric },
  columns: [
    column('name'),
    column('unit'),
    column('resource_id', { label: 'resource_uuid', look: 'code' }),
    column('archive_policy.name', { label: 'archive_policy' }),
  ],
  details: [column('resource', { label: 'resource_uuid', look: 'pairs' }), column('creator')],
  filters: [{ name: 'name' }, { name: 'resource_id' }],
  remove: { operation: deleteMetric, command: 'metric delete' },
  tabs: [{ id: 'measures', load: async () => (await import('../../metric/measures-tab.tsx')).MeasuresTab }],
  command: 'metric show',
})
