import { defineOptions } from '@nimbo/config/option-group'
import { list } from '@nimbo/config/option-types'

/** Options of metrics. */
export const metricsOptions = defineOptions('metrics', {
  weight_setting: list({
    default: [],
    help: 'Host metrics and their weights, each as name=ratio. MetricsFilter refuses hosts that do not report them; no host of this cloud reports any.',
  }),
})
