import type { Kysely } from 'kysely'
import type { HorizonTables, SessionRow } from './tables.ts'

/** The table of sessions. Expired sessions are never returned, even before they are purged. */
export const sessionRows = (db: Kysely<HorizonTables>) => ({
  find: (idHash: string, now: string): Promise<SessionRow | undefined> =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('id_hash', '=', idHash)
      .where('expires_at', '>', now)
      .executeTakeFirst(),

  insert: async (row: SessionRow): Promise<void> => {
    await db.insertInto('sessions').values(row).execute()
  },

  /** Returns whether the session still existed. */
  update: async (idHash: string, changes: Pick<SessionRow, 'sealed' | 'expires_at'>): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set(changes)
      .where('id_hash', '=', idHash)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  delete: async (idHash: string): Promise<void> => {
    await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
  },

  /** Deletes all but the newest `kept` sessions of a user. */
  keepNewest: async (userId: string, kept: number): Promise<void> => {
    const surplus = await db
      .selectFrom('sessions')
      .select('id_hash')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id_hash')
      .offset(kept)
      .limit(100)
      .execute()
    if (surplus.length === 0) return
    const hashes = surplus.map(({ id_hash }) => id_hash)
    await db.deleteFrom('sessions').where('id_hash', 'in', hashes).execute()
  },

  deleteExpired: async (now: string): Promise<void> => {
    await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  },
})

export type SessionRows = ReturnType<typeof sessionRows>
