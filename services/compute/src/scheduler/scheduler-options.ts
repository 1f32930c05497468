import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { float, integer, list } from '@nimbo/config/option-types'

/** How many hosts a build may try. */
export const schedulerOptions = defineOptions('scheduler', {
  max_attempts: integer({
    default: 3,
    min: 1,
    help: 'How many hosts are tried for a server, the first included, before its build fails.',
  }),
  max_placement_results: integer({
    default: 1000,
    min: 1,
    help: 'How many candidates placement is asked for at most.',
  }),
  discover_hosts_in_cells_interval: float({
    default: -1,
    min: -1,
    help: 'How many seconds pass between two looks for new compute hosts; 0 takes them in as they first report, -1 leaves them to "nimbo manage cell_v2 discover_hosts".',
  }),
})

const multiplier = (what: string) =>
  float({
    default: 1,
    help: `How much ${what} counts when hosts are weighed; negative stacks servers instead.`,
  })

const softMultiplier = (how: string, policy: string) =>
  float({
    default: 1,
    min: 0,
    help: `How much it counts, when hosts are weighed for a server of a ${policy} group, that a host has ${how} of the group.`,
  })

/** How hosts are judged. */
export const filterSchedulerOptions = defineOptions('filter_scheduler', {
  enabled_filters: list({
    default: [
      'AvailabilityZoneFilter',
      'ComputeFilter',
      'ComputeCapabilitiesFilter',
      'ImagePropertiesFilter',
      'ServerGroupAntiAffinityFilter',
      'ServerGroupAffinityFilter',
    ],
    help: 'The filters that hosts must pass, in this order.',
  }),
  ram_weight_multiplier: multiplier('free memory'),
  cpu_weight_multiplier: multiplier('free virtual CPUs'),
  disk_weight_multiplier: multiplier('free disk'),
  soft_affinity_weight_multiplier: softMultiplier('more', 'soft-affinity'),
  soft_anti_affinity_weight_multiplier: softMultiplier('fewer', 'soft-anti-affinity'),
})

export type SchedulerOptions = GroupValues<typeof schedulerOptions> &
  GroupValues<typeof filterSchedulerOptions>
