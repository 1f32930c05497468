import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../schema/api-tables.ts'

const byHosts = prepared((db: Kysely<ApiTables>, { hosts }: { readonly hosts: readonly string[] }) =>
  db.selectFrom('host_mappings').select(['host', 'cell_id']).where('host', 'in', hosts).orderBy('host'),
)

/** The cell of each compute host. */
export const hostMappings = (db: Kysely<ApiTables>, clock: Clock) => ({
  /** Maps a host; false when it is mapped already. */
  add: async (host: string, cellId: string): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('host_mappings')
      .values({ host, cell_id: cellId, created_at: timestamp(clock) })
      .onConflict((conflict) => conflict.column('host').doNothing())
      .executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  },

  cellOf: async (host: string): Promise<string | undefined> =>
    (await byHosts(db, { hosts: [host] }))[0]?.cell_id,

  /** The cells of hosts; unmapped hosts are absent. */
  cellsOf: async (hosts: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (hosts.length === 0) return new Map()
    const rows = await byHosts(db, { hosts })
    return new Map(rows.map(({ host, cell_id }) => [host, cell_id]))
  },

  list: (): Promise<{ host: string; cell_id: string }[]> =>
    db.selectFrom('host_mappings').select(['host', 'cell_id']).orderBy('host').limit(100_000).execute(),

  remove: async (host: string): Promise<void> => {
    await db.deleteFrom('host_mappings').where('host', '=', host).execute()
  },
})
