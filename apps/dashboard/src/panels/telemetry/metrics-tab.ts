import type { TabSpec } from '../../panel/panel.ts'

/** The metrics of a resource, shown if the cloud has a metric service. */
export const metricsTab: TabSpec = {
  id: 'metrics',
  load: async () => (await import('../../metric/resource-metrics.tsx')).ResourceMetrics,
  offered: (_, { services }) => services.includes('metric'),
}
