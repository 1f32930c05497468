import type { Context } from '@nimbo/kernel/context'
import { type LifecycleEvent, type PowerState, powerStates } from '../../driver/hypervisor.ts'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'

const powerAfter: Readonly<Record<LifecycleEvent['event'], PowerState>> = {
  started: powerStates.running,
  resumed: powerStates.running,
  paused: powerStates.paused,
  stopped: powerStates.shutdown,
  crashed: powerStates.crashed,
}

/** Reports lifecycle events of the hypervisor to the conductor, which knows whether a request caused them. */
export const lifecycleEvents =
  ({ host, conductor, log }: Pick<AgentSelf, 'host' | 'log'> & Pick<AgentPeers, 'conductor'>) =>
  (ctx: Context, { id, event }: LifecycleEvent): void => {
    const change = { host, serverId: id, powerState: powerAfter[event] }
    conductor
      .powerStateChanged(ctx, change)
      .catch((error: unknown) =>
        log.warn({ serverId: id, event, error }, 'a change of the power state was not reported'),
      )
  }
