import type { Kysely } from 'kysely'
import { inPortions } from './in-portions.ts'
import type { IdentityTables } from './tables.ts'

/** Members of a group that are read at a time. */
const membersAtOnce = 10_000

/** Relations between records: group members, project tags, implied roles. */
export const relations = (db: Kysely<IdentityTables>) => ({
  async groupIdsOf(userId: string): Promise<string[]> {
    const rows = await db
      .selectFrom('group_members')
      .select('group_id')
      .where('user_id', '=', userId)
      .orderBy('group_id')
      .limit(10_000)
      .execute()
    return rows.map(({ group_id }) => group_id)
  },

  /** The groups a user is in through federation, with the expiry of each membership. */
  async expiringGroupsOf(userId: string, now: string): Promise<ReadonlyMap<string, string>> {
    const rows = await db
      .selectFrom('federated_memberships')
      .select(({ fn }) => ['group_id', fn.max('expires_at').as('expires_at')])
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .groupBy('group_id')
      .orderBy('group_id')
      .limit(10_000)
      .execute()
    return new Map(rows.map(({ group_id, expires_at }) => [group_id, expires_at]))
  },

  /** The members of a group, including federated ones whose membership has not expired. */
  async userIdsOf(groupId: string, now: string): Promise<string[]> {
    const ids: string[] = []
    for (;;) {
      const last = ids.at(-1) ?? ''
      const federated = db
        .selectFrom('federated_memberships')
        .select('user_id')
        .where('group_id', '=', groupId)
        .where('expires_at', '>', now)
        .where('user_id', '>', last)
      const rows = await db
        .selectFrom('group_members')
        .select('user_id')
        .where('group_id', '=', groupId)
        .where('user_id', '>', last)
        .union(federated)
        .orderBy('user_id')
        .limit(membersAtOnce)
        .execute()
      for (const { user_id } of rows) ids.push(user_id)
      if (rows.length < membersAtOnce) return ids
    }
  },

  async addMember(groupId: string, userId: string): Promise<void> {
    await db
      .insertInto('group_members')
      .values({ group_id: groupId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  /** Whether a user is in a group, also through federation. */
  async isMember(groupId: string, userId: string, now: string): Promise<boolean> {
    const federated = db
      .selectFrom('federated_memberships')
      .select('user_id')
      .where('group_id', '=', groupId)
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
    const row = await db
      .selectFrom('group_members')
      .select('user_id')
      .where('group_id', '=', groupId)
      .where('user_id', '=', userId)
      .union(federated)
      .executeTakeFirst()
    return row !== undefined
  },

  async removeMember(groupId: string, userId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('group_members')
      .where('group_id', '=', groupId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },

  /** The tags of each project, ordered by name. */
  async tagsOf(projectIds: readonly string[]): Promise<Map<string, string[]>> {
    const tags = new Map<string, string[]>(projectIds.map((id) => [id, []]))
    for (const some of inPortions(projectIds)) {
      const rows = await db
        .selectFrom('project_tags')
        .selectAll()
        .where('project_id', 'in', some)
        .orderBy('name')
        .limit(some.length * 80)
        .execute()
      for (const { project_id, name } of rows) tags.get(project_id)?.push(name)
    }
    return tags
  },

  async replaceTags(projectId: string, names: readonly string[]): Promise<void> {
    await db.deleteFrom('project_tags').where('project_id', '=', projectId).execute()
    if (names.length === 0) return
    const values = [...new Set(names)].map((name) => ({ project_id: projectId, name }))
    await db.insertInto('project_tags').values(values).execute()
  },

  /** Adds one tag and leaves others alone, as others may be added at the same time; returns whether it is new. */
  async addTag(projectId: string, name: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('project_tags')
      .values({ project_id: projectId, name })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },

  /** Removes one tag; returns whether it existed. */
  async removeTag(projectId: string, name: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('project_tags')
      .where('project_id', '=', projectId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },

  /** Ids of the projects that match the tag queries: all of these tags, any of these, not all of those, none of those. */
  async projectsTagged(wanted: Readonly<Record<'all' | 'any' | 'notAll' | 'notAny', readonly string[]>>) {
    const withAny = (names: readonly string[]) =>
      db.selectFrom('project_tags').select('project_id').where('name', 'in', names)
    const withAll = (names: readonly string[]) =>
      withAny(names)
        .groupBy('project_id')
        .having(({ fn }) => fn.count('name'), '=', new Set(names).size)
    let query = db.selectFrom('projects').select('id').where('is_domain', '=', 0)
    if (wanted.all.length > 0) query = query.where('id', 'in', withAll(wanted.all))
    if (wanted.any.length > 0) query = query.where('id', 'in', withAny(wanted.any))
    if (wanted.notAll.length > 0) query = query.where('id', 'not in', withAll(wanted.notAll))
    if (wanted.notAny.length > 0) query = query.where('id', 'not in', withAny(wanted.notAny))
    return (await query.orderBy('id').limit(10_000).execute()).map(({ id }) => id)
  },

  /** Clears a deleted project as the default project of users. */
  async forgetDefaultProject(projectId: string): Promise<void> {
    await db
      .updateTable('users')
      .set({ default_project_id: null })
      .where('default_project_id', '=', projectId)
      .execute()
  },

  impliedRules() {
    return db
      .selectFrom('implied_roles')
      .selectAll()
      .orderBy('prior_role_id')
      .orderBy('implied_role_id')
      .limit(10_000)
      .execute()
  },

  async addImplied(priorRoleId: string, impliedRoleId: string): Promise<void> {
    await db
      .insertInto('implied_roles')
      .values({ prior_role_id: priorRoleId, implied_role_id: impliedRoleId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async removeImplied(priorRoleId: string, impliedRoleId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('implied_roles')
      .where('prior_role_id', '=', priorRoleId)
      .where('implied_role_id', '=', impliedRoleId)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },

  /** The roles of an application credential. */
  async roleIdsOfCredential(credentialId: string): Promise<string[]> {
    const rows = await db
      .selectFrom('application_credential_roles')
      .select('role_id')
      .where('application_credential_id', '=', credentialId)
      .orderBy('role_id')
      .limit(1000)
      .execute()
    return rows.map(({ role_id }) => role_id)
  },

  async addCredentialRoles(credentialId: string, roleIds: readonly string[]): Promise<void> {
    const values = roleIds.map((role_id) => ({ application_credential_id: credentialId, role_id }))
    await db.insertInto('application_credential_roles').values(values).execute()
  },
})
