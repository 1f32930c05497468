import { defineOptions } from '@nimbo/config/option-group'
import { integer } from '@nimbo/config/option-types'

/** The maximum number of servers per host. */
export const instancesLimit = defineOptions('filter_scheduler', {
  max_instances_per_host: integer({
    default: 50,
    min: 1,
    help: 'How many servers a host may have, for NumInstancesFilter and AggregateNumInstancesFilter.',
  }),
})

/** The maximum number of servers with I/O per host. */
export const ioOpsLimit = defineOptions('filter_scheduler', {
  max_io_ops_per_host: integer({
    default: 8,
    min: 0,
    help: 'How many servers of a host may be built, resized, snapshot and the like at once, for IoOpsFilter and AggregateIoOpsFilter.',
  }),
})
