import type { TabSpec } from '../../panel/panel.ts'

/** What was measured of something, where the cloud measures. */
export const metricsTab: TabSpec = {
  id: 'metrics',
  load: async () => (await import('../../metric/resource-metrics.tsx')).ResourceMetrics,
  offered: (_, { services }) => services.includes('metric'),
}
