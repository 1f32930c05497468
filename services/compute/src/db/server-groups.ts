import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ServerGroup } from '../domain/server-groups/server-group.ts'
import type { ApiTables, InstanceGroupRow } from './schema/api-tables.ts'
import { nextNumber } from './counter.ts'
import { plain, rowMapping, structure } from './row-mapping.ts'

const fields = rowMapping<ServerGroup, InstanceGroupRow>({
  id: ['id', plain],
  name: ['name', plain],
  projectId: ['project_id', plain],
  userId: ['user_id', plain],
  policy: ['policy', plain],
  rules: ['rules', structure],
  metadata: ['metadata', structure],
  createdAt: ['created_at', plain],
})

const deleteMember = prepared((db: Kysely<ApiTables>, { serverId }: { readonly serverId: string }) =>
  db.deleteFrom('instance_group_members').where('server_id', '=', serverId),
)

/** Server groups. */
const groups = (db: Kysely<ApiTables>, clock: Clock) => ({
  create: async (group: Omit<ServerGroup, 'createdAt'>): Promise<ServerGroup> => {
    const whole = { ...group, createdAt: timestamp(clock) }
    await db
      .insertInto('instance_groups')
      .values(fields.toRow(whole) as InstanceGroupRow)
      .execute()
    return whole
  },

  /** Finds a group of one project, or of any when it is undefined. */
  find: async (id: string, projectId: string | undefined): Promise<ServerGroup | undefined> => {
    let query = db.selectFrom('instance_groups').selectAll().where('id', '=', id)
    if (projectId !== undefined) query = query.where('project_id', '=', projectId)
    const row = await query.executeTakeFirst()
    return row && fields.fromRow(row)
  },

  list: async (
    projectId: string | undefined,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly ServerGroup[]> => {
    let query = db
      .selectFrom('instance_groups')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
    if (projectId !== undefined) query = query.where('project_id', '=', projectId)
    return (await query.execute()).map(fields.fromRow)
  },

  /** The number of groups of projects; of all users, or of one. */
  count: async (projectIds: readonly string[], userId?: string): Promise<number> => {
    let query = db
      .selectFrom('instance_groups')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('project_id', 'in', projectIds)
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    return Number((await query.executeTakeFirstOrThrow()).count)
  },

  remove: async (id: string): Promise<void> => {
    await db.deleteFrom('instance_groups').where('id', '=', id).execute()
  },
})

/** A member of a group with its reserved host. */
export interface MemberPlace {
  readonly serverId: string
  readonly host: string | null
}

const mostMembers = 10_000

/** Membership of server groups. */
const members = (db: Kysely<ApiTables>) => ({
  /** The members of a group, in the order they were added. */
  membersOf: async (groupId: string): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('instance_group_members')
      .select('server_id')
      .where('group_id', '=', groupId)
      .orderBy('position')
      .limit(mostMembers)
      .execute()
    return rows.map(({ server_id }) => server_id)
  },

  /** How many members of a group are servers of a user. */
  countMembersOf: async (groupId: string, userId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('instance_group_members')
      .innerJoin('instance_mappings', 'instance_mappings.server_id', 'instance_group_members.server_id')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('group_id', '=', groupId)
      .where('user_id', '=', userId)
      .where('queued_for_delete', '=', 0)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** The members with their reserved hosts, in no order. */
  placesIn: async (groupId: string): Promise<readonly MemberPlace[]> => {
    const rows = await db
      .selectFrom('instance_group_members')
      .select(['server_id', 'host'])
      .where('group_id', '=', groupId)
      .limit(mostMembers)
      .execute()
    return rows.map(({ server_id, host }) => ({ serverId: server_id, host }))
  },

  /**
   * Reserves a host for a member. To be called in a transaction that has locked the group's row, so that reservations
   * are made one after the other.
   */
  setPlace: async (serverId: string, host: string): Promise<void> => {
    await db.updateTable('instance_group_members').set({ host }).where('server_id', '=', serverId).execute()
  },

  groupOf: async (serverId: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('instance_group_members')
        .select('group_id')
        .where('server_id', '=', serverId)
        .executeTakeFirst()
    )?.group_id,

  groupsOf: async (serverIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (serverIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('instance_group_members')
      .select(['server_id', 'group_id'])
      .where('server_id', 'in', serverIds)
      .execute()
    return new Map(rows.map(({ server_id, group_id }) => [server_id, group_id]))
  },

  /** Adds a member. To be called in the transaction that creates the server. */
  addMember: async (groupId: string, serverId: string): Promise<void> => {
    const position = await nextNumber(db, 'instance_group_members')
    await db
      .insertInto('instance_group_members')
      .values({ group_id: groupId, server_id: serverId, position, host: null })
      .execute()
  },

  removeMember: async (serverId: string): Promise<void> => {
    await deleteMember(db, { serverId })
  },
})

/** Server groups and their members. */
export const serverGroups = (db: Kysely<ApiTables>, clock: Clock) => ({
  ...groups(db, clock),
  ...members(db),
})
