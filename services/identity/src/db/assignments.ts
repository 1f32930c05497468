import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import { type Kysely, sql } from 'kysely'
import type { HeldRole, RoleAssignment, Target } from '../domain/records.ts'
import { inPortions } from './in-portions.ts'
import type { IdentityTables } from './tables.ts'

const mostAssignments = 10_000

/** A subquery for the user and the user's groups, including federated memberships that have not expired. */
const actorsOf = (userId: string, now: string) =>
  sql`select 'user' as kind, cast(${userId} as text) as id
      union all select 'group', group_id from group_members where user_id = ${userId}
      union all select 'group', group_id from federated_memberships
        where user_id = ${userId} and expires_at > ${now}`

interface Held {
  readonly userId: string
  readonly targetType: string
  readonly targetId: string
  readonly now: string
}

const findEffectiveRoles = prepared(
  (db: Kysely<IdentityTables>, { userId, targetType, targetId, now }: Held) => {
    const query = sql<HeldRole>`
    with recursive
      actors(kind, id) as (${actorsOf(userId, now)}),
      above(id) as (
        select parent_id from projects where id = ${targetId} and ${targetType} = 'project'
        union select projects.parent_id from projects join above on projects.id = above.id),
      held(id) as (
        select a.role_id from role_assignments a
          join actors on actors.id = a.actor_id and actors.kind = a.actor_type
          where a.target_id = ${targetId} and a.target_type = ${targetType} and a.inherited = 0
        union
        select a.role_id from role_assignments a
          join actors on actors.id = a.actor_id and actors.kind = a.actor_type
          where a.inherited = 1 and a.target_id in (select id from above)
        union
        select implied_role_id from implied_roles join held on prior_role_id = held.id)
    select roles.id, roles.name from roles join held on roles.id = held.id
    where roles.domain_id is null order by roles.name limit 1000`
    return { compile: () => query.compile(db) }
  },
)

/** The order of lists: the columns of the primary key. */
const listOrder: readonly SortColumn[] = [
  'actor_id',
  'target_id',
  'role_id',
  'inherited',
  'actor_type',
  'target_type',
].map((column) => ({ column, direction: 'asc' }))

const assignmentsAfter = async (
  db: Kysely<IdentityTables>,
  last: RoleAssignment | undefined,
  { inherited, ...texts }: Partial<RoleAssignment>,
  targetIds: readonly string[] | undefined,
): Promise<RoleAssignment[]> => {
  let query = db.selectFrom('role_assignments').selectAll()
  for (const [column, value] of Object.entries(texts))
    query = query.where(column as keyof typeof texts, '=', value)
  if (inherited !== undefined) query = query.where('inherited', '=', inherited ? 1 : 0)
  if (targetIds !== undefined) query = query.where('target_id', 'in', targetIds)
  if (last) query = query.where(afterRow(listOrder, { ...last, inherited: last.inherited ? 1 : 0 }))
  for (const term of orderTerms(listOrder)) query = query.orderBy(term)
  const rows = await query.limit(mostAssignments).execute()
  return rows.map((row) => ({ ...row, inherited: row.inherited === 1 }))
}

/** Reads and writes role assignments. */
export const assignments = (db: Kysely<IdentityTables>) => ({
  /**
   * The effective roles of a user on a target: assigned directly or through groups, inherited from parent projects and the
   * domain, and implied. Domain-specific roles only imply others and are not returned.
   */
  async effectiveRoles(userId: string, { target_type, target_id }: Target, now: string): Promise<HeldRole[]> {
    const rows = await findEffectiveRoles(db, { userId, targetType: target_type, targetId: target_id, now })
    return rows.map(({ id, name }) => ({ id, name }))
  },

  /** Ids of the projects, or of the domains, on which the user has any role. */
  async targetsOf(userId: string, kind: 'project' | 'domain', now: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with recursive
        actors(kind, id) as (${actorsOf(userId, now)}),
        below(id) as (
          select projects.id from projects where projects.is_domain = 0 and projects.parent_id in (
            select a.target_id from role_assignments a
            join actors on actors.id = a.actor_id and actors.kind = a.actor_type where a.inherited = 1)
          union select projects.id from projects join below on projects.parent_id = below.id)
      select a.target_id as id from role_assignments a
        join actors on actors.id = a.actor_id and actors.kind = a.actor_type
        where a.inherited = 0 and a.target_type = ${kind}
      union select id from below where ${kind} = 'project'
      order by id limit ${sql.lit(mostAssignments)}`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** All assignments as stored, filtered by any of their columns, and by several targets if given. */
  async list(columns: Partial<RoleAssignment>, targetIds?: readonly string[]): Promise<RoleAssignment[]> {
    const all: RoleAssignment[] = []
    for (const some of targetIds === undefined ? [undefined] : inPortions(targetIds))
      for (let page: RoleAssignment[] | undefined; page === undefined || page.length === mostAssignments; ) {
        page = await assignmentsAfter(db, page?.at(-1), columns, some)
        for (const one of page) all.push(one)
      }
    return all
  },

  async add(assignment: RoleAssignment): Promise<void> {
    await db
      .insertInto('role_assignments')
      .values({ ...assignment, inherited: assignment.inherited ? 1 : 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  /** Returns whether it existed. */
  async remove(assignment: RoleAssignment): Promise<boolean> {
    let query = db.deleteFrom('role_assignments').where('inherited', '=', assignment.inherited ? 1 : 0)
    const { inherited: _, ...texts } = assignment
    for (const [column, value] of Object.entries(texts))
      query = query.where(column as keyof typeof texts, '=', value)
    const { numDeletedRows } = await query.executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },

  /** Deletes all assignments of a user or group that is being deleted. */
  async removeActor(actorType: RoleAssignment['actor_type'], actorId: string): Promise<void> {
    await db
      .deleteFrom('role_assignments')
      .where('actor_id', '=', actorId)
      .where('actor_type', '=', actorType)
      .execute()
  },

  /** Deletes all assignments on a project or domain that is being deleted. */
  async removeTarget(targetId: string): Promise<void> {
    await db.deleteFrom('role_assignments').where('target_id', '=', targetId).execute()
  },
})
