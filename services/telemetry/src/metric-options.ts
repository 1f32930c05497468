import { type Config, defineOptions } from '@nimbo/config/option-group'
import { integer, seconds } from '@nimbo/config/option-types'

const api = defineOptions('api', {
  max_limit: integer({ default: 1000, min: 1, help: 'Maximum number of items on one page of a list.' }),
  operation_timeout: seconds({
    default: 10,
    min: 1,
    help: 'Seconds for which a request with refresh may wait until new measures are aggregated.',
  }),
})

const metricd = defineOptions('metricd', {
  workers: integer({ default: 1, min: 1, help: 'Number of processes per machine that aggregate measures.' }),
  metric_processing_delay: seconds({
    default: 60,
    min: 1,
    help: 'Seconds between two searches for measures whose announcement was lost. Announced measures are aggregated at once.',
  }),
  metric_cleanup_delay: seconds({
    default: 300,
    min: 1,
    help: 'Seconds between two runs that remove deleted metrics for good. Until then, they count as users of their archive policy.',
  }),
  cleanup_batch_size: integer({
    default: 10_000,
    min: 1,
    help: 'Maximum number of deleted metrics that one such run removes.',
  }),
  metric_reporting_delay: seconds({
    default: 120,
    min: 1,
    help: 'Seconds between two heartbeats of a process that aggregates measures.',
  }),
})

/** The options of gnocchi.conf. */
export const gnocchiOptions = [api, metricd] as const

export type GnocchiConfig = Config<(typeof gnocchiOptions)[number]>
