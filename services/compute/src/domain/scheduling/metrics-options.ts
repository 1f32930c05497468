import { defineOptions } from '@nimbo/config/option-group'
import { list } from '@nimbo/config/option-types'

/** Options of metrics. */
export const metricsOptions = defineOptions('metrics', {
  weight_setting: list({
    default: [],
    help: 'Metrics of hosts and how much each counts: name=ratio. MetricsFilter refuses hosts that do not report them, and no host of this cloud does.',
  }),
})
