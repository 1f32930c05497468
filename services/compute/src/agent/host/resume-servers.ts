import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'
import { reportPower } from './sync-power.ts'
import type { KnownServer } from './take-back-claims.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> &
  Pick<AgentPeers, 'conductor'> & {
    /** Starts or joins a build, without waiting for its end. */
    readonly resumeBuild: (ctx: Context, serverId: ServerId) => void
    /** Thaws a guest that was frozen for a copy of its disk when the agent died. */
    readonly thawLeft: (serverId: ServerId) => Promise<void>
    /** Unplugs devices that the cloud released while this host was away. */
    readonly unplugStrays: (ctx: Context, serverId: ServerId) => Promise<void>
    /** Starts the guest of a server that ran before the host went down, if `resume_guests_state_on_host_boot` is set. */
    readonly resumeGuest: (ctx: Context, server: KnownServer) => Promise<void>
  }

/** Runs once a starting agent serves requests: continues builds, and brings the guests of its servers up to date. */
export const resumeServers =
  ({ resumeBuild, thawLeft, unplugStrays, resumeGuest, ...deps }: Deps) =>
  async (ctx: Context, servers: readonly KnownServer[]): Promise<void> => {
    const tell = reportPower(deps)
    for (const server of servers) {
      if (server.building) {
        resumeBuild(ctx, server.serverId)
        continue
      }
      // A guest whose agent does not answer must not keep the others waiting.
      void thawLeft(server.serverId)
      // A live migration away from here may be running again by now and take long, so this does not wait for it.
      if (!server.leaving) await unplugStrays(ctx, server.serverId)
      await resumeGuest(ctx, server)
      await tell(ctx, server)
    }
  }
