import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables, CellMappingRow } from './api-tables.ts'

/** The cell that holds servers which never got a host. Its id is well known, as in nova. */
export const cell0Id = '00000000-0000-0000-0000-000000000000'

/** The cells of the cloud. */
export const cellMappings = (db: Kysely<ApiTables>, clock: Clock) => ({
  /** Adds a cell, or brings its addresses up to date. */
  ensure: async (cell: Pick<CellMappingRow, 'id' | 'name' | 'database' | 'transport'>): Promise<void> => {
    await db
      .insertInto('cell_mappings')
      .values({ ...cell, disabled: 0, created_at: timestamp(clock) })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ name: cell.name, database: cell.database, transport: cell.transport }),
      )
      .execute()
  },

  find: (id: string): Promise<CellMappingRow | undefined> =>
    db.selectFrom('cell_mappings').selectAll().where('id', '=', id).executeTakeFirst(),

  /** All of them, cell0 first. */
  list: (): Promise<CellMappingRow[]> =>
    db.selectFrom('cell_mappings').selectAll().orderBy('id').limit(1_000).execute(),
})
