import type { WantedProvider } from '@nimbo/clients/provider-tree'
import { type ReportedResources, tunnelDevice } from '@nimbo/contracts/network/reported-resources'
import { namedUuid } from '@nimbo/kernel/named-uuid'
import { kilobits, kilopackets } from './resource-classes.ts'
import { physicalNetworkTrait, tunnelTrait, vnicTypeTrait } from './traits.ts'

/** The namespace of the ids of these providers, chosen at random. */
const namespace = '4d8b1f5e-9a63-4c1b-8c1e-52f0a1f7c6d3'

/** The kinds of interfaces that a bridge has. */
const vnicTypes = ['normal']

type Amounts = Readonly<Record<string, number | null>>

const inventoriesOf = (
  classes: Readonly<Record<string, string>>,
  amounts: Amounts,
  defaults: Readonly<Record<string, number>>,
): WantedProvider['inventories'] =>
  Object.fromEntries(
    Object.entries(classes).flatMap(([direction, name]) => {
      const total = amounts[direction] ?? 0
      return total > 0 ? [[name, { ...defaults, total }]] : []
    }),
  )

/** The id of the provider of an agent below its hypervisor. */
const agentProviderId = (hypervisor: string): string => namedUuid(namespace, hypervisor)

/** The id of the provider of a device below its agent. */
const deviceProviderId = (hypervisor: string, device: string): string =>
  namedUuid(namespace, `${hypervisor}:${device}`)

/** The hypervisors under which an agent has providers. */
export const hypervisorsOf = (offered: ReportedResources): readonly string[] => [
  ...new Set([
    ...Object.values(offered.resource_provider_hypervisors),
    ...Object.keys(offered.resource_provider_packet_processing_with_direction),
    ...Object.keys(offered.resource_provider_packet_processing_without_direction),
  ]),
]

/**
 * The providers of what an agent's host offers, parents first: one for the agent below each hypervisor (with the packet
 * rates), and one below it for each device (with the bandwidth).
 */
export const providersOfAgent = (
  agentType: string,
  offered: ReportedResources,
  /** The ids of the hypervisors' providers by name. */
  roots: ReadonlyMap<string, string>,
): readonly WantedProvider[] => {
  const vnic = vnicTypes.map(vnicTypeTrait)
  const wires = Object.entries(offered.interface_mappings ?? {})
  const agents = [...roots].map(([hypervisor, parentId]): WantedProvider => {
    const rates: Amounts = {
      ...offered.resource_provider_packet_processing_with_direction[hypervisor],
      ...offered.resource_provider_packet_processing_without_direction[hypervisor],
    }
    return {
      ...{ uuid: agentProviderId(hypervisor), name: `${hypervisor}:${agentType}`, parentId, traits: vnic },
      inventories: inventoriesOf(
        kilopackets,
        rates,
        offered.resource_provider_packet_processing_inventory_defaults,
      ),
    }
  })
  const devices = Object.entries(offered.resource_provider_bandwidths).map(
    ([device, amounts]): WantedProvider => {
      const hypervisor = offered.resource_provider_hypervisors[device] ?? ''
      const reached = wires.flatMap(([name, its]) => (its === device ? [physicalNetworkTrait(name)] : []))
      return {
        uuid: deviceProviderId(hypervisor, device),
        name: `${hypervisor}:${agentType}:${device}`,
        parentId: agentProviderId(hypervisor),
        traits: [...(device === tunnelDevice ? [tunnelTrait] : reached), ...vnic],
        inventories: inventoriesOf(kilobits, amounts, offered.resource_provider_inventory_defaults),
      }
    },
  )
  return [...agents, ...devices]
}
