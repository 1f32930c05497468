import { type Config, defineOptions } from '@nimbo/config/option-group'
import { integer, seconds } from '@nimbo/config/option-types'

const api = defineOptions('api', {
  max_limit: integer({ default: 1000, min: 1, help: 'Most items of one page of a list.' }),
  operation_timeout: seconds({
    default: 10,
    min: 1,
    help: 'How long a request that wants measures aggregated at once may wait for that.',
  }),
})

const metricd = defineOptions('metricd', {
  workers: integer({ default: 1, min: 1, help: 'Processes that aggregate measures, on each machine.' }),
  metric_processing_delay: seconds({
    default: 60,
    min: 1,
    help: 'How often to look for measures that nobody told of. Those of this process are aggregated as they come.',
  }),
  metric_cleanup_delay: seconds({
    default: 300,
    min: 1,
    help: 'How often to remove deleted metrics for good. Until then an archive policy counts them as metrics that use it.',
  }),
  cleanup_batch_size: integer({
    default: 10_000,
    min: 1,
    help: 'Most deleted metrics removed in one such run.',
  }),
  metric_reporting_delay: seconds({
    default: 120,
    min: 1,
    help: 'How often whoever aggregates tells that it does.',
  }),
})

/** The options of gnocchi.conf. */
export const gnocchiOptions = [api, metricd] as const

export type GnocchiConfig = Config<(typeof gnocchiOptions)[number]>
