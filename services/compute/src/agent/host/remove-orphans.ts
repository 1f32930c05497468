import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Conductor } from '../agent-context.ts'
import { terminateServer } from '../operations/terminate-server.ts'
import { deletedGuests } from './deleted-guests.ts'

type Deps = Parameters<typeof terminateServer>[0] &
  Parameters<typeof deletedGuests>[0] & { readonly conductor: Pick<Conductor, 'getServer'> }

/**
 * Removes leftovers of servers that no longer belong on this host. Each one is checked again first, since it may have
 * moved here meanwhile. What cannot be removed is found again at the next report. What becomes of guests of deleted servers, and when,
 * is for the operator to say.
 */
export const removeOrphans = (deps: Deps) => {
  const { host, hypervisor, log, conductor } = deps
  const remove = async (ctx: Context, serverId: ServerId): Promise<void> => {
    log.warn({ serverId, host }, 'something is left of a server that is gone from this host; it is removed')
    await terminateServer(deps)(ctx, serverId).catch((error: unknown) =>
      log.error({ serverId, error }, 'what is left of a server that is gone cannot be removed'),
    )
  }
  const deleted = deletedGuests(deps, remove)
  const removeAll = async (ctx: Context, orphans: readonly ServerId[]): Promise<void> => {
    const guests = new Set(
      orphans.length === 0 ? [] : (await hypervisor.host.list()).map((domain) => domain.id),
    )
    const left: ServerId[] = []
    for (const serverId of orphans) {
      const { server } = await conductor.getServer(ctx, { serverId })
      if (server?.host === host) continue
      if (server === undefined && guests.has(serverId)) left.push(serverId)
      else await remove(ctx, serverId)
    }
    await deleted.treat(ctx, left)
  }
  return { remove: removeAll, lookSoon: deleted.lookSoon }
}
