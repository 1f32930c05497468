import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, float, integer, list, multiple } from '@nimbo/config/option-types'
import { allFilters } from '../domain/scheduling/filter-catalogue.ts'
import { allWeighers } from '../domain/scheduling/weigher-catalogue.ts'

/** Options about attempts and placement queries. */
export const schedulerOptions = defineOptions('scheduler', {
  max_attempts: integer({
    default: 3,
    min: 1,
    help: 'Maximum number of hosts tried for a server, including the first, before its build fails.',
  }),
  max_placement_results: integer({
    default: 1000,
    min: 1,
    help: 'Maximum number of allocation candidates requested from placement.',
  }),
  limit_tenants_to_placement_aggregate: boolean({
    default: false,
    help: 'Whether placement offers a project only the hosts of aggregates whose metadata names it under filter_tenant_id (or a key with this prefix), if there are any.',
  }),
  placement_aggregate_required_for_tenants: boolean({
    default: false,
    help: 'With limit_tenants_to_placement_aggregate: whether a project that no aggregate names gets no host at all.',
  }),
  enable_isolated_aggregate_filtering: boolean({
    default: false,
    help: 'Whether aggregates with trait:NAME=required in their metadata are reserved for servers that require these traits.',
  }),
  query_placement_for_image_type_support: boolean({
    default: false,
    help: 'Whether placement offers only hosts with the trait that they support the disk format of the image.',
  }),
  query_placement_for_routed_network_aggregates: boolean({
    default: false,
    help: 'Whether placement offers, for servers on routed networks, only hosts in the aggregates of the network segments. These are the aggregates of the resource provider with the id of the segment.',
  }),
  image_metadata_prefilter: boolean({
    default: false,
    help: 'Whether placement offers only hosts with the traits of the device models that the image names (disk buses, video, network interfaces).',
  }),
  discover_hosts_in_cells_interval: float({
    default: -1,
    min: -1,
    help: 'Seconds between two searches for new compute hosts; 0 adds each host when it first reports, -1 leaves this to "nimbo manage cell_v2 discover_hosts".',
  }),
})

/** Options about filters and weighers. */
export const filterSchedulerOptions = defineOptions('filter_scheduler', {
  available_filters: multiple({
    default: [allFilters],
    help: 'Filters that may be enabled. nova.scheduler.filters.all_filters stands for all; single ones are named as in enabled_filters.',
  }),
  enabled_filters: list({
    default: [
      'AvailabilityZoneFilter',
      'ComputeFilter',
      'ComputeCapabilitiesFilter',
      'ImagePropertiesFilter',
      'ServerGroupAntiAffinityFilter',
      'ServerGroupAffinityFilter',
    ],
    help: 'Filters that hosts must pass, applied in this order.',
  }),
  weight_classes: list({
    default: [allWeighers],
    help: 'Weighers that rank the hosts; nova.scheduler.weights.all_weighers stands for all.',
  }),
  pci_in_placement: boolean({
    default: false,
    help: 'Whether PCI devices requested by flavors are allocated in placement. Every host with such devices must then set report_in_placement.',
  }),
  host_subset_size: integer({
    default: 1,
    min: 1,
    help: 'Number of best hosts from which one is chosen at random; 1 always takes the best.',
  }),
})

/** Options of Nova's group `[workarounds]`. */
export const workaroundOptions = defineOptions('workarounds', {
  handle_virt_lifecycle_events: boolean({
    default: true,
    help: 'Whether hosts report at once that a guest has stopped or started by itself; if not, only after sync_power_state_interval.',
  }),
  disable_fallback_pcpu_query: boolean({
    default: false,
    help: 'Whether pinned servers are scheduled only to hosts that offer PCPU; if not, also to hosts that set vcpu_pin_set and offer VCPU.',
  }),
})

export type WorkaroundOptions = GroupValues<typeof workaroundOptions>

export type SchedulerOptions = GroupValues<typeof schedulerOptions> &
  GroupValues<typeof filterSchedulerOptions>
