import { defineOptions } from '@nimbo/config/option-group'
import { boolean, float } from '@nimbo/config/option-types'
import { configuredWeigher } from '../weigher.ts'

const options = defineOptions('metrics', {
  required: boolean({
    default: true,
    help: 'Whether a host that does not report a metric gets weight 0; if not, it gets weight_of_unavailable.',
  }),
  weight_of_unavailable: float({
    default: -10_000,
    help: 'Weight of a host that does not report a metric, unless required is set.',
  }),
})

/** Weighs by metrics that hosts report. Nimbo's hosts report none, so all have the same weight. */
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
    by: ({ required, weight_of_unavailable: missing }) => ({ weigh: () => (required ? 0 : missing) }),
  },
)
