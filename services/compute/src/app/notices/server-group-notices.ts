import { serverGroupNotifications } from '@nimbo/contracts/compute/notifications/administration'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import { serverGroups } from '../../db/server-groups.ts'
import type { ServerGroup } from '../../domain/server-groups/server-group.ts'
import { serverGroupData, serverGroupUsage } from '../../domain/notifications/administration-payloads.ts'

interface Deps {
  readonly clock: Clock
  readonly notifier: Notifier
}

/**
 * Writes a notification about a server group in the caller's transaction; `members` are all of them, or the added ones.
 */
export const tellServerGroup =
  ({ notifier }: Pick<Deps, 'notifier'>) =>
  async (
    trx: Kysely<ApiTables>,
    ctx: Context,
    what: keyof typeof serverGroupNotifications,
    { group, members }: { readonly group: ServerGroup; readonly members: readonly string[] },
  ): Promise<void> => {
    const { versioned, unversioned } = serverGroupNotifications[what]
    const resource = group.id
    await notifier.tell(trx, ctx, versioned, { resource, payload: () => serverGroupData(group, members) })
    await notifier.tell(trx, ctx, unversioned, { resource, payload: () => serverGroupUsage(group, members) })
  }

/** Writes the notification that a server was added to a group, in the caller's transaction. */
export const notifyNewMember =
  ({ notifier, clock }: Deps) =>
  async (trx: Kysely<ApiTables>, ctx: Context, groupId: string, serverId: string): Promise<void> => {
    const group = notifier.on ? await serverGroups(trx, clock).find(groupId, undefined) : undefined
    if (group) await tellServerGroup({ notifier })(trx, ctx, 'addMember', { group, members: [serverId] })
  }
