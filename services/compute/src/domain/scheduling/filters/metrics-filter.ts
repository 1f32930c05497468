import { configuredFilter } from '../filter.ts'
import { metricsOptions } from '../metrics-options.ts'

/** Refuses hosts that do not report the metrics used for weighing; Nimbo's hosts report none. */
export const metricsFilter = configuredFilter(
  'MetricsFilter',
  metricsOptions,
  ({ weight_setting: setting }) => {
    const names = setting.map((entry) => entry.split('=')[0] ?? '').filter((name) => name !== '')
    return {
      refuses: () => (names.length === 0 ? undefined : `does not report the metrics ${names.join(', ')}`),
    }
  },
)
