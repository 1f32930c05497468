import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'
import { claimOf } from '../moves/claim-room.ts'
import { tellPower } from './sync-power.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> &
  Pick<AgentPeers, 'conductor'> &
  Pick<AgentStore, 'tracker'> & {
    /** Begins or joins a build, without waiting for its end. */
    readonly resumeBuild: (ctx: Context, serverId: ServerId) => void
    /** Takes out what the cloud gave back while this host was away. */
    readonly unplugStrays: (ctx: Context, serverId: ServerId) => Promise<void>
  }

/**
 * What an agent does when it starts: counts the servers it has, tells of those whose power changed while nobody looked, and
 * goes on with builds.
 */
export const reconcileHost =
  ({ host, hypervisor, conductor, tracker, resumeBuild, unplugStrays }: Deps) =>
  async (ctx: Context): Promise<void> => {
    const tell = tellPower({ host, hypervisor, conductor })
    const { servers, held = [] } = await conductor.reconcileHost(ctx, { host })
    for (const claim of held) tracker.adopt(claimOf(claim))
    for (const server of servers) {
      if (server.building) {
        resumeBuild(ctx, server.serverId)
        continue
      }
      tracker.adopt(server)
      // What takes it away may have begun again by now, and last for long: nobody waits for that here.
      if (!server.leaving) await unplugStrays(ctx, server.serverId)
      await tell(ctx, server)
    }
  }
