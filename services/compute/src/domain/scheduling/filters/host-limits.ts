import { defineOptions } from '@nimbo/config/option-group'
import { integer } from '@nimbo/config/option-types'

/** How many servers a host may have. */
export const instancesLimit = defineOptions('filter_scheduler', {
  max_instances_per_host: integer({
    default: 50,
    min: 1,
    help: 'How many servers a host may have, for NumInstancesFilter and AggregateNumInstancesFilter.',
  }),
})

/** How many of a host's servers may keep its disks busy. */
export const ioOpsLimit = defineOptions('filter_scheduler', {
  max_io_ops_per_host: integer({
    default: 8,
    min: 0,
    help: 'How many servers of a host may be built, resized, snapshot and the like at once, for IoOpsFilter and AggregateIoOpsFilter.',
  }),
})
