import type { Kysely } from 'kysely'
import type { HorizonTables, LinkRow } from './tables.ts'

/** The table of login links. */
export const linkRows = (db: Kysely<HorizonTables>) => ({
  insert: async (row: LinkRow): Promise<void> => {
    await db.insertInto('login_links').values(row).execute()
  },

  /** Deletes and returns a link, so that it can be used only once; undefined if it does not exist or has expired. */
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
