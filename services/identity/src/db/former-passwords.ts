import type { Kysely } from 'kysely'
import type { IdentityTables } from './tables.ts'

/** Hashes of users' previous passwords (`unique_last_password_count`). */
export const formerPasswords = (db: Kysely<IdentityTables>) => {
  /** The latest hashes, newest first. */
  const latest = async (userId: string, limit: number): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('former_passwords')
      .select('password_hash')
      .where('user_id', '=', userId)
      .orderBy('replaced_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ password_hash }) => password_hash)
  }

  return {
    latest,

    add: async (userId: string, passwordHash: string, replacedAt: string): Promise<void> => {
      const row = { user_id: userId, password_hash: passwordHash, replaced_at: replacedAt }
      await db.insertInto('former_passwords').values(row).execute()
    },

    /** Deletes all but the latest `count`. */
    keepOnly: async (userId: string, count: number): Promise<void> => {
      const kept = await latest(userId, count)
      let query = db.deleteFrom('former_passwords').where('user_id', '=', userId)
      if (kept.length > 0) query = query.where('password_hash', 'not in', kept)
      await query.execute()
    },
  }
}
