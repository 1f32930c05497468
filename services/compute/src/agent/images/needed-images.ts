import type { Context } from '@nimbo/kernel/context'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'
import type { NeededImages } from './remove-unused-images.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> &
  Pick<AgentPeers, 'conductor'> &
  Pick<AgentStore, 'images'>

/**
 * The images of the servers of this host, and those that disks on this host are overlays on, for example of a server
 * that is in rescue or may come back from another host. Throws when the conductor or the hypervisor cannot report them.
 */
export const neededImages =
  ({ host, hypervisor, conductor, images }: Deps) =>
  async (ctx: Context): Promise<NeededImages> => {
    const { servers } = await conductor.reconcileHost(ctx, { host })
    return {
      ids: new Set(servers.flatMap(({ imageId }) => imageId ?? [])),
      paths: new Set(await hypervisor.host.baseImages()),
      lastGiven: images.lastGiven,
    }
  }
