import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables } from './api-tables.ts'

/** Which cell each compute host is in. */
export const hostMappings = (db: Kysely<ApiTables>, clock: Clock) => ({
  ensure: async (host: string, cellId: string): Promise<void> => {
    await db
      .insertInto('host_mappings')
      .values({ host, cell_id: cellId, created_at: timestamp(clock) })
      .onConflict((conflict) => conflict.column('host').doUpdateSet({ cell_id: cellId }))
      .execute()
  },

  cellOf: async (host: string): Promise<string | undefined> =>
    (await db.selectFrom('host_mappings').select('cell_id').where('host', '=', host).executeTakeFirst())
      ?.cell_id,

  list: (): Promise<{ host: string; cell_id: string }[]> =>
    db.selectFrom('host_mappings').select(['host', 'cell_id']).orderBy('host').limit(100_000).execute(),

  remove: async (host: string): Promise<void> => {
    await db.deleteFrom('host_mappings').where('host', '=', host).execute()
  },
})
