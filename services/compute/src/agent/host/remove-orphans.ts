import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Conductor } from '../agent-context.ts'
import { terminateServer } from '../operations/terminate-server.ts'
import { deletedGuests } from './deleted-guests.ts'

type Deps = Parameters<typeof terminateServer>[0] &
  Parameters<typeof deletedGuests>[0] & { readonly conductor: Pick<Conductor, 'getServer'> }

/**
 * Removes leftovers of servers that no longer belong on this host. Checks each server again first, since it may have
 * moved here meanwhile. The next report finds again whatever cannot be removed. The options
 * `running_deleted_instance_*` decide what happens to guests of deleted servers, and when.
 */
export const removeOrphans = (deps: Deps) => {
  const { host, hypervisor, log, conductor } = deps
  const remove = async (ctx: Context, serverId: ServerId): Promise<void> => {
    log.warn({ serverId, host }, 'leftovers of a server that is gone from this host are removed')
    await terminateServer(deps)(ctx, serverId).catch((error: unknown) =>
      log.error({ serverId, error }, 'leftovers of a server that is gone from this host cannot be removed'),
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
