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

/** Physical networks that are nearer to some NUMA cells of a host than to others. */
export const physnetOptions = defineOptions('neutron', {
  physnets: list({
    default: [],
    help: 'Physical networks whose network cards are at certain NUMA nodes of this host; a section neutron_physnet_NAME says at which. Servers with a NUMA topology are placed near them.',
  }),
})

/** Options of a physical network, in a section that `physnets` names. */
export const nodesOfPhysnet = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    numa_nodes: list({
      default: [],
      help: 'NUMA nodes of this host that the network cards of this physical network are at.',
    }),
  })

/** The configuration section of a physical network. */
export const physnetSection = (name: string): string => `neutron_physnet_${name}`

export const tunnelOptions = defineOptions('neutron_tunnel', {
  numa_nodes: list({
    default: [],
    help: 'NUMA nodes of this host that the network card of all tunneled networks is at; empty: no certain ones.',
  }),
})

export type NumaOptions = GroupValues<typeof numaOptions> & GroupValues<typeof pageOptions>
