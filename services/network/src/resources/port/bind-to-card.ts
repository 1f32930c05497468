import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import type { Deps } from '../../app/deps.ts'
import { perhapsAliveSince } from '../../hosts/agent-liveness.ts'
import { nicSwitchAgentsOn } from '../agent/agents.ts'
import { asOnHost } from '../segment/segment-of-host.ts'

/** The VIF type of a virtual function, which the card's own switch connects. */
export const functionVif = 'hw_veb'
/** The VIF type of a whole card, which the guest connects by itself. */
export const wholeCardVif = 'hostdev_physical'

/** The kinds of ports that Neutron's mechanism driver `sriovnicswitch` binds, with their VIF types. */
const vifTypes: Partial<Record<Port['binding:vnic_type'], string>> = {
  direct: functionVif,
  macvtap: functionVif,
  'direct-physical': wholeCardVif,
}

interface Wanted {
  readonly network: PlainNetwork
  readonly host: string
  readonly vnicType: Port['binding:vnic_type']
}

/** The VLAN that the card puts the function in, as text; 0 for none. Undefined for types of networks that cards cannot reach. */
const vlanOf = (network: PlainNetwork): string | undefined => {
  switch (network['provider:network_type']) {
    case 'flat':
      return '0'
    case 'vlan':
      return String(network['provider:segmentation_id'])
    default:
      return undefined
  }
}

const reaches = (configurations: string, physicalNetwork: string): boolean => {
  const { device_mappings: mappings = {} }: { device_mappings?: Readonly<Record<string, unknown>> } =
    JSON.parse(configurations)
  return Object.hasOwn(mappings, physicalNetwork)
}

/**
 * The binding of a port that is a PCI device of its host, on a flat or VLAN network; undefined when the host cannot have it. For
 * a virtual function, an agent that has a card on the physical network must be alive on the host, as it sets the function and
 * reports the port active. The host cannot set a whole card: as in Neutron, that needs no agent, and the port is active at once.
 */
export const bindToCard = async (
  deps: Pick<Deps, 'db' | 'config' | 'hosts'>,
  { network, host, vnicType }: Wanted,
): Promise<Pick<Port, 'binding:vif_type' | 'binding:vif_details' | 'status'> | undefined> => {
  const vifType = vifTypes[vnicType]
  if (vifType === undefined) return undefined
  const there = await asOnHost(deps.db, network, host)
  const [vlan, physicalNetwork] = [vlanOf(there), there['provider:physical_network']]
  if (vlan === undefined || physicalNetwork === null) return undefined
  if (vifType === functionVif) {
    const agents = await nicSwitchAgentsOn(deps.db, { host, since: perhapsAliveSince(deps) })
    if (!agents.some(({ configurations }) => reaches(configurations, physicalNetwork))) return undefined
  }
  return {
    'binding:vif_type': vifType,
    'binding:vif_details': { port_filter: false, connectivity: 'l2', vlan },
    status: vifType === wholeCardVif ? 'ACTIVE' : 'DOWN',
  }
}
