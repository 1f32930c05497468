import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, list, string } from '@nimbo/config/option-types'

/** How a compute host divides its CPUs and pages. */
export const numaOptions = defineOptions('compute', {
  cpu_shared_set: string({
    help: 'CPUs of the host for virtual CPUs that share them, for example 0-3,^2; without it and cpu_dedicated_set all.',
  }),
  cpu_dedicated_set: string({
    help: 'CPUs of the host that are given to one virtual CPU each (resource class PCPU).',
  }),
  packing_host_numa_cells_allocation_strategy: boolean({
    default: false,
    help: 'Whether a server goes to the NUMA cell that is used most instead of the one that is used least.',
  }),
})

export const pageOptions = defineOptions('DEFAULT', {
  vcpu_pin_set: string({
    help: 'Deprecated for cpu_shared_set and cpu_dedicated_set: CPUs of the host for all virtual CPUs, pinned or not, in place of cpu_shared_set.',
  }),
  reserved_huge_pages: list({
    default: [],
    help: 'Huge pages that no server gets, each as node:0;size:2048;count:64, the size in KiB or with a unit.',
  }),
})

export type NumaOptions = GroupValues<typeof numaOptions> & GroupValues<typeof pageOptions>
