import { defineOptions } from '@nimbo/config/option-group'
import { integer } from '@nimbo/config/option-types'

/** The maximum number of servers per host. */
export const instancesLimit = defineOptions('filter_scheduler', {
  max_instances_per_host: integer({
    default: 50,
    min: 1,
    help: 'Maximum number of servers per host for NumInstancesFilter and AggregateNumInstancesFilter.',
  }),
})

/** The maximum number of servers with I/O per host. */
export const ioOpsLimit = defineOptions('filter_scheduler', {
  max_io_ops_per_host: integer({
    default: 8,
    min: 0,
    help: 'Maximum number of servers per host that are being built, resized, snapshotted or similar at the same time, for IoOpsFilter and AggregateIoOpsFilter.',
  }),
})
