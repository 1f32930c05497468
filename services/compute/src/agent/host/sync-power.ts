import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { PowerState } from '../../driver/hypervisor.ts'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> & Pick<AgentPeers, 'conductor'>

/** A server of this host, with the power state that the cloud believes it to have. */
interface Believed {
  readonly serverId: ServerId
  readonly powerState: number
}

/** Tells of a server whose power is not what the cloud believes. Asked of the hypervisor anew: a list may be old by now. */
export const tellPower =
  ({ host, hypervisor, conductor }: Deps) =>
  async (ctx: Context, { serverId, powerState: believed }: Believed): Promise<void> => {
    const powerState: PowerState = await hypervisor.power.powerState(serverId)
    if (powerState !== believed) await conductor.powerStateChanged(ctx, { host, serverId, powerState })
  }

/** Looks again and again for servers whose power changed without anybody saying so: a domain that somebody undefined. */
export const syncPower =
  (deps: Deps) =>
  async (ctx: Context): Promise<void> => {
    const { host, conductor } = deps
    const { servers } = await conductor.reconcileHost(ctx, { host })
    for (const server of servers) if (!server.building) await tellPower(deps)(ctx, server)
  }
