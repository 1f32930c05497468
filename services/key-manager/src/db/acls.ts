import type { KeyDb } from './tables.ts'

export interface Acl {
  readonly projectAccess: boolean
  readonly users: readonly string[]
  readonly created: string
  readonly updated: string
}

/** The ACL of a secret or container; undefined when none was set. */
export const findAcl = async (db: KeyDb, ownerId: string): Promise<Acl | undefined> => {
  const row = await db.selectFrom('acls').selectAll().where('owner_id', '=', ownerId).executeTakeFirst()
  if (!row) return undefined
  const users = await db
    .selectFrom('acl_users')
    .select('user_id')
    .where('owner_id', '=', ownerId)
    .orderBy('user_id')
    .execute()
  return {
    projectAccess: row.project_access === 1,
    users: users.map(({ user_id }) => user_id),
    created: row.created,
    updated: row.updated,
  }
}

export const removeAcl = async (db: KeyDb, ownerId: string): Promise<void> => {
  for (const table of ['acl_users', 'acls'] as const)
    await db.deleteFrom(table).where('owner_id', '=', ownerId).execute()
}

/** The maximum number of users of one statement: databases allow some ten thousand parameters. */
const together = 1_000

export const putAcl = async (db: KeyDb, owner_id: string, acl: Acl): Promise<void> => {
  await removeAcl(db, owner_id)
  const { created, updated } = acl
  const project_access = acl.projectAccess ? 1 : 0
  await db.insertInto('acls').values({ owner_id, project_access, created, updated }).execute()
  const users = [...new Set(acl.users)].map((user_id) => ({ owner_id, user_id }))
  for (let from = 0; from < users.length; from += together)
    await db
      .insertInto('acl_users')
      .values(users.slice(from, from + together))
      .execute()
}
