import type { Kysely } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'

/** Passwords posted by guests, encrypted with their users' keys; Nimbo cannot read them. */
export const guestPasswords = (db: Kysely<CellTables>) => ({
  find: async (serverId: string): Promise<string | undefined> => {
    const row = await db
      .selectFrom('guest_passwords')
      .select('password')
      .where('server_id', '=', serverId)
      .executeTakeFirst()
    return row?.password
  },

  /** Stores a password unless there is one already; then false, without a change. */
  set: async (serverId: string, password: string): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('guest_passwords')
      .values({ server_id: serverId, password })
      .onConflict((conflict) => conflict.column('server_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  remove: async (serverId: string): Promise<void> => {
    await db.deleteFrom('guest_passwords').where('server_id', '=', serverId).execute()
  },
})

/** Creates the table, with at most one password per server. */
export const createGuestPasswords = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('guest_passwords')
    .addColumn('server_id', 'text', (column) => column.primaryKey())
    .addColumn('password', 'text', (column) => column.notNull())
    .execute()
}
