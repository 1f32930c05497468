import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables, CellMappingRow } from '../schema/api-tables.ts'

/** The cell for servers that never got a host. Its id is the same in every deployment of Nova. */
export const cell0Id = '00000000-0000-0000-0000-000000000000'

/** A cell to write; its `disabled` flag is kept unless given. */
export type ReportedCell = Pick<CellMappingRow, 'id' | 'name' | 'database' | 'transport'> & {
  readonly disabled?: boolean
}

/** The cell mappings. */
export const cellMappings = (db: Kysely<ApiTables>, clock: Clock) => ({
  /** Adds a cell, or updates its addresses. */
  ensure: async ({ id, name, database, transport, disabled }: ReportedCell): Promise<void> => {
    const told = { name, database, transport }
    const closed = disabled === true ? 1 : 0
    await db
      .insertInto('cell_mappings')
      .values({ id, ...told, disabled: closed, created_at: timestamp(clock) })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ ...told, ...(disabled === undefined ? {} : { disabled: closed }) }),
      )
      .execute()
  },

  find: (id: string): Promise<CellMappingRow | undefined> =>
    db.selectFrom('cell_mappings').selectAll().where('id', '=', id).executeTakeFirst(),

  /** All cell mappings, cell0 first. */
  list: (): Promise<CellMappingRow[]> =>
    db.selectFrom('cell_mappings').selectAll().orderBy('id').limit(1_000).execute(),
})
