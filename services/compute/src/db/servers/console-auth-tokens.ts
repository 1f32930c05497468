import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables, ConsoleAuthTokenRow } from '../schema/cell-tables.ts'

/** Console tokens of a cell's servers. */
export const consoleAuthTokens = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Inserts a token, and deletes expired ones. */
  insert: async (token: ConsoleAuthTokenRow): Promise<void> => {
    await db.deleteFrom('console_auth_tokens').where('expires_at', '<', timestamp(clock)).execute()
    await db.insertInto('console_auth_tokens').values(token).execute()
  },

  /** Finds an unexpired token by its SHA-256 in hexadecimal. */
  find: (tokenHash: string): Promise<ConsoleAuthTokenRow | undefined> =>
    db
      .selectFrom('console_auth_tokens')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>=', timestamp(clock))
      .executeTakeFirst(),
})
