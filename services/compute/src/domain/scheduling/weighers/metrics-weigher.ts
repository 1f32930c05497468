import { defineOptions } from '@nimbo/config/option-group'
import { boolean, float } from '@nimbo/config/option-types'
import { metricsOptions, metricWeights } from '../metrics-options.ts'
import { configuredWeigher } from '../weigher.ts'
import { errors } from './metric-errors.ts'

const options = defineOptions('metrics', {
  ...metricsOptions.options,
  required: boolean({
    default: true,
    help: 'Whether scheduling fails when a host does not report a metric of weight_setting, so that MetricsFilter should be enabled; if not, the host gets weight_of_unavailable.',
  }),
  weight_of_unavailable: float({
    default: -10_000,
    help: 'Weight of a host that does not report a metric of weight_setting, unless required is set.',
  }),
})

/** Weighs by what the monitors of hosts measure: the sum of the metrics times their ratios. */
export const metricsWeigher = configuredWeigher(
  'MetricsWeigher',
  {
    section: 'metrics',
    option: 'weight_multiplier',
    default: 1,
    help: 'Weight multiplier for host metrics.',
  },
  {
    options,
    by: ({ weight_setting: setting, required, weight_of_unavailable: missing }) => {
      const weights = metricWeights(setting)
      return {
        needs: weights.length > 0 ? ['metrics'] : [],
        weigh: ({ host, node, metrics }) => {
          let sum = 0
          for (const { name, ratio } of weights) {
            const value = metrics?.get(name)
            if (value !== undefined) sum += value * ratio
            else if (required) throw errors.ComputeHostMetricNotFound({ name, host, node })
            else return missing
          }
          return sum
        },
      }
    },
  },
)
