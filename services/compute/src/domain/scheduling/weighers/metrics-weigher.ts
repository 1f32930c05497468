import { defineOptions } from '@nimbo/config/option-group'
import { boolean, float } from '@nimbo/config/option-types'
import { configuredWeigher } from '../weigher.ts'

const options = defineOptions('metrics', {
  required: boolean({
    default: true,
    help: 'Whether hosts that do not report a metric weigh nothing, instead of weight_of_unavailable.',
  }),
  weight_of_unavailable: float({
    default: -10_000,
    help: 'What a host weighs that does not report a metric.',
  }),
})

/** Weighs by metrics that hosts report. Hosts of this cloud report none, so all have the same weight. */
export const metricsWeigher = configuredWeigher(
  'MetricsWeigher',
  {
    section: 'metrics',
    option: 'weight_multiplier',
    default: 1,
    help: 'How much the metrics of hosts count when hosts are weighed.',
  },
  {
    options,
    by: ({ required, weight_of_unavailable: missing }) => ({ weigh: () => (required ? 0 : missing) }),
  },
)
