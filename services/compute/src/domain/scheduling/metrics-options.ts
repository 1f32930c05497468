import { defineOptions } from '@nimbo/config/option-group'
import { list } from '@nimbo/config/option-types'

/** Options of metrics. */
export const metricsOptions = defineOptions('metrics', {
  weight_setting: list({
    default: [],
    help: 'Host metrics and their weights, each as name=ratio, such as cpu.percent=-1; others are ignored. Hosts report metrics if compute_monitors is set there. MetricsWeigher sums up the metrics times their ratios; MetricsFilter refuses hosts that do not report them.',
  }),
})

/** A metric and how much it weighs. */
export interface MetricWeight {
  readonly name: string
  readonly ratio: number
}

/** The metrics named in `weight_setting`. As in Nova, entries without a name or a number are ignored. */
export const metricWeights = (setting: readonly string[]): readonly MetricWeight[] =>
  setting.flatMap((entry) => {
    const [name = '', text = '', ...more] = entry.split('=').map((part) => part.trim())
    const ratio = Number(text)
    return name === '' || text === '' || more.length > 0 || Number.isNaN(ratio) ? [] : [{ name, ratio }]
  })
