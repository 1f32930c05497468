import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, float, integer, list, multiple } from '@nimbo/config/option-types'
import { allFilters } from '../domain/scheduling/filter-catalogue.ts'
import { allWeighers } from '../domain/scheduling/weigher-catalogue.ts'

/** Options about attempts and placement queries. */
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
  limit_tenants_to_placement_aggregate: boolean({
    default: false,
    help: 'Whether a project is held to the hosts of the aggregates that name it under filter_tenant_id, where any do: placement offers no others.',
  }),
  placement_aggregate_required_for_tenants: boolean({
    default: false,
    help: 'Whether a project that no aggregate names is offered no host at all then.',
  }),
  enable_isolated_aggregate_filtering: boolean({
    default: false,
    help: 'Whether aggregates with trait:NAME=required in their metadata are kept for servers that ask for these traits.',
  }),
  query_placement_for_image_type_support: boolean({
    default: false,
    help: 'Whether placement offers only hosts with the trait that they can run disks of the format of the image.',
  }),
  query_placement_for_routed_network_aggregates: boolean({
    default: false,
    help: 'Whether placement offers only hosts in the aggregates of the segments of routed networks: those of the resource provider with the id of the segment.',
  }),
  image_metadata_prefilter: boolean({
    default: false,
    help: 'Whether placement offers only hosts with the traits of the devices that the image names: buses, video, interfaces.',
  }),
  discover_hosts_in_cells_interval: float({
    default: -1,
    min: -1,
    help: 'How many seconds pass between two looks for new compute hosts; 0 takes them in as they first report, -1 leaves them to "nimbo manage cell_v2 discover_hosts".',
  }),
})

/** Options about filters and weighers. */
export const filterSchedulerOptions = defineOptions('filter_scheduler', {
  available_filters: multiple({
    default: [allFilters],
    help: 'The filters that may be enabled: nova.scheduler.filters.all_filters is all of them, others are named as in enabled_filters.',
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
    help: 'The filters that hosts must pass, in this order.',
  }),
  weight_classes: list({
    default: [allWeighers],
    help: 'The weighers that hosts are weighed by; nova.scheduler.weights.all_weighers is all of them.',
  }),
  pci_in_placement: boolean({
    default: false,
    help: 'Whether PCI devices of flavors are claimed in placement; then every host with such devices must have report_in_placement.',
  }),
  host_subset_size: integer({
    default: 1,
    min: 1,
    help: 'Among how many of the best hosts one is taken at random.',
  }),
})

/** Options that keep old behaviour for a while. */
export const workaroundOptions = defineOptions('workarounds', {
  handle_virt_lifecycle_events: boolean({
    default: true,
    help: 'Whether hosts tell at once when a guest stops or starts by itself; otherwise only as sync_power_state_interval says.',
  }),
  disable_fallback_pcpu_query: boolean({
    default: false,
    help: 'Whether pinned servers are offered only hosts with PCPU; otherwise also hosts that have vcpu_pin_set and offer VCPU.',
  }),
})

export type WorkaroundOptions = GroupValues<typeof workaroundOptions>

export type SchedulerOptions = GroupValues<typeof schedulerOptions> &
  GroupValues<typeof filterSchedulerOptions>
