import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { AgentPeers, AgentSelf, AgentStore } from './agent-context.ts'
import { tellPower } from './sync-power.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor' | 'log'> &
  Pick<AgentPeers, 'conductor'> &
  Pick<AgentStore, 'tracker' | 'directories'> & {
    /** Begins or joins a build, without waiting for its end. */
    readonly resumeBuild: (ctx: Context, serverId: ServerId) => void
    /** Takes out what the cloud gave back while this host was away. */
    readonly unplugStrays: (ctx: Context, serverId: ServerId) => Promise<void>
  }

/**
 * What an agent does when it starts: counts the servers it has, tells of those whose power changed while nobody looked,
 * goes on with builds, and removes domains of servers that are gone from here.
 */
export const reconcileHost =
  ({ host, hypervisor, log, conductor, tracker, directories, resumeBuild, unplugStrays }: Deps) =>
  async (ctx: Context): Promise<void> => {
    const tell = tellPower({ host, hypervisor, conductor })
    const domains = await hypervisor.host.list()
    const { servers, orphans } = await conductor.reconcileHost(ctx, {
      host,
      domains: domains.map(({ id }) => id),
    })
    for (const server of servers) {
      if (server.building) {
        resumeBuild(ctx, server.serverId)
        continue
      }
      tracker.adopt(server)
      await unplugStrays(ctx, server.serverId)
      await tell(ctx, server)
    }
    for (const serverId of orphans) {
      log.warn({ serverId, host }, 'a domain is left of a server that is gone from this host; it is removed')
      await hypervisor.spawning.destroy(serverId)
      await directories.remove(serverId)
    }
  }
