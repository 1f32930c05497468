import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, list, string } from '@nimbo/config/option-types'

/** How a compute host divides its CPUs and pages. */
export const numaOptions = defineOptions('compute', {
  cpu_shared_set: string({
    help: 'Host CPUs shared by virtual CPUs that are not pinned (resource class VCPU), for example 0-3,^2. If cpu_dedicated_set is unset as well: all CPUs.',
  }),
  cpu_dedicated_set: string({
    help: 'Host CPUs for pinned virtual CPUs, each for one at a time (resource class PCPU), for example 4-7.',
  }),
  packing_host_numa_cells_allocation_strategy: boolean({
    default: false,
    help: 'Whether servers are placed on the most used NUMA cell of a host instead of the least used one.',
  }),
})

export const pageOptions = defineOptions('DEFAULT', {
  vcpu_pin_set: string({
    help: 'Deprecated, use cpu_shared_set and cpu_dedicated_set: host CPUs for all virtual CPUs, pinned or not. Applies instead of cpu_shared_set.',
  }),
  reserved_huge_pages: list({
    default: [],
    help: 'Huge pages that servers do not get, each entry as node:0;size:2048;count:64, with the size in KiB or with a unit.',
  }),
})

export type NumaOptions = GroupValues<typeof numaOptions> & GroupValues<typeof pageOptions>
