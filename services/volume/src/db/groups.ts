import { type GroupSnapshot, groupSnapshot } from '@nimbo/contracts/volume/group-snapshots'
import { type Group, type GroupStatus, group } from '@nimbo/contracts/volume/groups'
import { groupNotifications, groupSnapshotNotifications } from '@nimbo/contracts/volume/notifications/groups'
import type { Context } from '@nimbo/kernel/context'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import type { Notices } from './notices.ts'
import type { Db } from './db.ts'

export const groups = repository<typeof group, Db>(group, { visibleTo: ownedBy(group) })
export const groupSnapshots = repository<typeof groupSnapshot, Db>(groupSnapshot, {
  visibleTo: ownedBy(groupSnapshot),
})

/** The name of the group type of consistency groups, which belong to the older API. */
export const cgsnapshotTypeName = 'default_cgsnapshot_type'

/** The ids of the consistency groups that any of these volumes is in; makes no query when no volume is in a group. */
export const consistencyGroupsOf = async (
  db: Db,
  volumes: readonly { readonly groupId: string | null }[],
): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(volumes.flatMap(({ groupId }) => groupId ?? []))]
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('volume_groups')
    .innerJoin('group_types', 'group_types.id', 'volume_groups.group_type_id')
    .select('volume_groups.id')
    .where('group_types.name', '=', cgsnapshotTypeName)
    .where('volume_groups.id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Updates a group or group snapshot if its status is still one of `from`; false otherwise. */
export const changeGrouping = async (
  db: Db,
  table: 'volume_groups' | 'group_snapshots',
  id: string,
  {
    from,
    to,
    now,
  }: { readonly from: readonly GroupStatus[]; readonly to: GroupStatus; readonly now: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ status: to, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A time in the format of Python's `isoformat()`, without a zone. */
const instant = (text: string): string => text.replace(/Z$/, '000')

type Phase = 'start' | 'end'

export const notifyGroup = (
  { tell }: Pick<Notices, 'tell'>,
  trx: Db,
  ctx: Context,
  verb: keyof typeof groupNotifications,
  phase: Phase,
  one: Group,
  status: string = one.status,
): Promise<void> =>
  tell(trx, ctx, groupNotifications[verb], {
    ...{ phase, resource: one.id, host: one.host ?? undefined },
    payload: () => ({
      tenant_id: one.project_id,
      user_id: one.user_id,
      availability_zone: one.availability_zone,
      group_id: one.id,
      name: one.name,
      group_type: one.group_type_id,
      created_at: instant(one.created_at),
      status,
    }),
  })

export const notifyGroupSnapshot = (
  { tell }: Pick<Notices, 'tell'>,
  trx: Db,
  ctx: Context,
  verb: keyof typeof groupSnapshotNotifications,
  phase: Phase,
  one: GroupSnapshot,
  status: string = one.status,
): Promise<void> =>
  tell(trx, ctx, groupSnapshotNotifications[verb], {
    ...{ phase, resource: one.id },
    payload: () => ({
      tenant_id: one.project_id,
      user_id: one.user_id,
      group_snapshot_id: one.id,
      group_id: one.group_id,
      name: one.name,
      group_type: one.group_type_id,
      created_at: instant(one.created_at),
      status,
    }),
  })
