import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Conductor } from '../agent-context.ts'
import { terminateServer } from '../operations/terminate-server.ts'

type Deps = Parameters<typeof terminateServer>[0] & { readonly conductor: Pick<Conductor, 'getServer'> }

/**
 * Removes leftovers of servers that no longer belong on this host. Each one is checked again first, since it may have
 * moved here meanwhile. What cannot be removed is found again at the next report.
 */
export const removeOrphans =
  (deps: Deps) =>
  async (ctx: Context, orphans: readonly ServerId[]): Promise<void> => {
    const { host, log, conductor } = deps
    for (const serverId of orphans) {
      const { server } = await conductor.getServer(ctx, { serverId })
      if (server?.host === host) continue
      log.warn({ serverId, host }, 'something is left of a server that is gone from this host; it is removed')
      await terminateServer(deps)(ctx, serverId).catch((error: unknown) =>
        log.error({ serverId, error }, 'what is left of a server that is gone cannot be removed'),
      )
    }
  }
