import { configuredFilter } from '../filter.ts'
import { metricsOptions, metricWeights } from '../metrics-options.ts'

/** Refuses hosts that do not report all metrics used for weighing. */
export const metricsFilter = configuredFilter(
  'MetricsFilter',
  metricsOptions,
  ({ weight_setting: setting }) => {
    const names = metricWeights(setting).map(({ name }) => name)
    return {
      needs: names.length > 0 ? ['metrics'] : [],
      refuses: ({ metrics }) => {
        const missing = names.filter((name) => !metrics?.has(name))
        return missing.length === 0 ? undefined : `does not report the metrics ${missing.join(', ')}`
      },
    }
  },
)
