import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { PowerState } from '../../driver/hypervisor.ts'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> & Pick<AgentPeers, 'conductor'>

/** A server of this host with the power state recorded in the database. */
interface Believed {
  readonly serverId: ServerId
  readonly powerState: number
}

/**
 * Reports a server whose power state differs from the recorded one. Queries the hypervisor again, because a list may be
 * outdated.
 */
export const reportPower =
  ({ host, hypervisor, conductor }: Deps) =>
  async (ctx: Context, { serverId, powerState: believed }: Believed): Promise<void> => {
    const powerState: PowerState = await hypervisor.power.powerState(serverId)
    if (powerState !== believed) await conductor.powerStateChanged(ctx, { host, serverId, powerState })
  }

/** Periodically looks for servers whose power state changed without an event, such as a domain that was undefined. */
export const syncPower =
  (deps: Deps) =>
  async (ctx: Context): Promise<void> => {
    const { host, conductor } = deps
    const { servers } = await conductor.reconcileHost(ctx, { host })
    for (const server of servers) if (!server.building) await reportPower(deps)(ctx, server)
  }
