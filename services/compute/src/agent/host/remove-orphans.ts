import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Conductor } from '../agent-context.ts'
import { terminateServer } from '../operations/terminate-server.ts'

type Deps = Parameters<typeof terminateServer>[0] & { readonly conductor: Pick<Conductor, 'getServer'> }

/**
 * Removes what is left here of servers that are gone from this host. Each is asked for again first: it may have been given
 * to this host meanwhile. What can't be removed is found again with the next report.
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
