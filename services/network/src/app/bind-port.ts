import type { Context } from '@nimbo/kernel/context'
import { bridgeName } from '../domain/device-names.ts'
import type { PlainNetwork } from '../domain/network.ts'
import { bindingFailedVif, unboundVif } from '../domain/port.ts'
import { perhapsAliveSince } from './agent-liveness.ts'
import type { Deps, Values } from './deps.ts'

/** How a port hangs on its host, as attributes of the port. */
export type Binding = Values

const unbound: Binding = {
  'binding:host_id': '',
  'binding:vif_type': unboundVif,
  'binding:vif_details': {},
}

/**
 * Binds to a host: its agent makes the network there first, so that whoever plugs the interface finds the bridge. A host
 * without a living agent, or whose agent fails or does not answer, gives a binding that says so.
 */
export const bindToHost =
  (deps: Deps) =>
  async (ctx: Context, network: PlainNetwork, host: string): Promise<Binding> => {
    if (host === '') return unbound
    const [agent] = await deps.store.agents.aliveOn(host, perhapsAliveSince(deps))
    const failed = {
      'binding:host_id': host,
      'binding:vif_type': bindingFailedVif,
      'binding:vif_details': {},
    }
    if (!agent) return failed
    if (!(await deps.agents.prepareNetwork(ctx, host, network))) return failed
    return {
      'binding:host_id': host,
      'binding:vif_type': agent.vif_type,
      'binding:vif_details': {
        port_filter: true,
        connectivity: 'l2',
        ...(agent.vif_type === 'bridge' ? { bridge_name: bridgeName(network.id) } : {}),
      },
    }
  }
