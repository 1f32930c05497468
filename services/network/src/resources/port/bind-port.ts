import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import type { BoundSubnets } from '@nimbo/contracts/network/bound-subnets'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { perhapsAliveSince } from '../../hosts/agent-liveness.ts'
import { bridgeName } from '../../hosts/host-state/device-names.ts'
import { asOnHost } from '../segment/segment-of-host.ts'
import { wiringAgentsOn } from '../agent/agents.ts'
import { subnetsOf } from '../subnet/subnets.ts'
import { bindToCard } from './bind-to-card.ts'

export const unboundVif = 'unbound'
export const bindingFailedVif = 'binding_failed'
/** The VIF type of hypervisors with user-mode networking: no bridge, no filter, no inbound connections. */
export const userVif = 'user'

/** The binding attributes of a port, and its first status: most ports become active when an agent reports it. */
export type Binding = Pick<Port, 'binding:host_id' | 'binding:vif_type' | 'binding:vif_details' | 'status'>

const unbound: Binding = {
  'binding:host_id': '',
  'binding:vif_type': unboundVif,
  'binding:vif_details': {},
  status: 'DOWN',
}

/**
 * Binds a port to a host. The host's agent makes the network there first, so that the hypervisor finds the bridge; ports that
 * are PCI devices need no bridge. The result is `binding_failed` if no agent is alive, if the agent fails or does not answer, or
 * if the host cannot have this kind of interface.
 */
export const bindToHost =
  (deps: Deps) =>
  async (
    ctx: Context,
    network: PlainNetwork,
    host: string,
    vnicType: Port['binding:vnic_type'],
  ): Promise<Binding> => {
    if (host === '') return unbound
    const failed = { ...unbound, 'binding:host_id': host, 'binding:vif_type': bindingFailedVif }
    if (vnicType !== 'normal') return { ...failed, ...(await bindToCard(deps, { network, host, vnicType })) }
    const [agent] = await wiringAgentsOn(deps.db, { host, since: perhapsAliveSince(deps) })
    if (!agent) return failed
    const there = await asOnHost(deps.db, network, host)
    if (!(await deps.hosts.prepareNetwork(ctx, host, there))) return failed
    return {
      ...failed,
      'binding:vif_type': agent.vif_type,
      'binding:vif_details': await vifDetails(deps, network, agent.vif_type),
    }
  }

const vifDetails = async (
  { db }: Deps,
  network: PlainNetwork,
  vifType: string,
): Promise<Binding['binding:vif_details']> => {
  switch (vifType) {
    case 'bridge':
      return { port_filter: true, connectivity: 'l2', bridge_name: bridgeName(network.id) }
    case userVif: {
      const subnets: BoundSubnets = (await subnetsOf(db, network.id)).map(({ id, cidr, gateway_ip }) => ({
        id,
        cidr,
        gateway_ip,
      }))
      // With user-mode networking each guest is on a network of its own, and the host does not filter its traffic.
      return { port_filter: false, connectivity: 'l3', subnets }
    }
    default:
      return { port_filter: true, connectivity: 'l2' }
  }
}
