import type { Kysely } from 'kysely'
import type { HorizonTables, LinkRow } from './tables.ts'

/** Login links as rows. */
export const linkRows = (db: Kysely<HorizonTables>) => ({
  insert: async (row: LinkRow): Promise<void> => {
    await db.insertInto('login_links').values(row).execute()
  },

  /** Takes a link away, so that of several who try it one has it; undefined where there is none that still holds. */
  take: async (codeHash: string, now: string): Promise<LinkRow | undefined> => {
    const row = await db
      .deleteFrom('login_links')
      .where('code_hash', '=', codeHash)
      .returningAll()
      .executeTakeFirst()
    return row !== undefined && row.expires_at > now ? row : undefined
  },

  deleteExpired: async (now: string): Promise<void> => {
    await db.deleteFrom('login_links').where('expires_at', '<=', now).execute()
  },
})

export type LinkRows = ReturnType<typeof linkRows>
