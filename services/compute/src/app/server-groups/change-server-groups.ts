import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Databases } from '../../db/cells/databases.ts'
import { serverGroups } from '../../db/server-groups.ts'
import type { ServerGroup } from '../../domain/server-groups/server-group.ts'
import { tellServerGroup } from '../notices/server-group-notices.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly notifier: Notifier
}

/** Creates a server group and its notification. */
export const createServerGroup =
  ({ databases, clock, notifier }: Deps) =>
  (ctx: Context, wanted: Omit<ServerGroup, 'createdAt'>): Promise<ServerGroup> =>
    notifier.together(databases.api, async (trx) => {
      const group = await serverGroups(trx, clock).create(wanted)
      await tellServerGroup({ notifier })(trx, ctx, 'create', { group, members: [] })
      return group
    })

/** Deletes a server group and writes a notification with its members; the servers stay. */
export const removeServerGroup =
  ({ databases, clock, notifier }: Deps) =>
  (ctx: Context, group: ServerGroup): Promise<void> =>
    notifier.together(databases.api, async (trx) => {
      const stored = serverGroups(trx, clock)
      const members = notifier.on ? await stored.membersOf(group.id) : []
      await stored.remove(group.id)
      await tellServerGroup({ notifier })(trx, ctx, 'delete', { group, members })
    })
