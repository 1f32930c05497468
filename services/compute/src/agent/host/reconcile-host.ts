import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'
import { claimOf } from '../moves/claim-room.ts'
import { reportPower } from './sync-power.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> &
  Pick<AgentPeers, 'conductor'> &
  Pick<AgentStore, 'tracker' | 'devices'> & {
    /** Starts or joins a build, without waiting for its end. */
    readonly resumeBuild: (ctx: Context, serverId: ServerId) => void
    /** Unplugs devices that the cloud released while this host was away. */
    readonly unplugStrays: (ctx: Context, serverId: ServerId) => Promise<void>
  }

/** At start, the agent claims resources for the servers it has, reports changed power states, and resumes builds. */
export const reconcileHost =
  ({ host, hypervisor, conductor, tracker, devices: own, resumeBuild, unplugStrays }: Deps) =>
  async (ctx: Context): Promise<void> => {
    const tell = reportPower({ host, hypervisor, conductor })
    const { servers, held = [], devices } = await conductor.reconcileHost(ctx, { host })
    own.adopt(devices?.held ?? [], devices?.used ?? [])
    for (const claim of held) tracker.adopt(claimOf(claim))
    for (const server of servers) {
      if (server.building) {
        resumeBuild(ctx, server.serverId)
        continue
      }
      tracker.adopt(server)
      // The deletion may be running again by now and may take long, so this does not wait for it.
      if (!server.leaving) await unplugStrays(ctx, server.serverId)
      await tell(ctx, server)
    }
  }
