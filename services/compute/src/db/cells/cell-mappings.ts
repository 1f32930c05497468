import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables, CellMappingRow } from '../schema/api-tables.ts'

/** The cell that holds servers which never got a host. Its id is well known, as in nova. */
export const cell0Id = '00000000-0000-0000-0000-000000000000'

/** A cell; whether it is disabled stays as it is unless told. */
export type ToldCell = Pick<CellMappingRow, 'id' | 'name' | 'database' | 'transport'> & {
  readonly disabled?: boolean
}

/** The cells of the cloud. */
export const cellMappings = (db: Kysely<ApiTables>, clock: Clock) => ({
  /** Adds a cell, or brings what is told of it up to date. */
  ensure: async ({ id, name, database, transport, disabled }: ToldCell): Promise<void> => {
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

  /** All of them, cell0 first. */
  list: (): Promise<CellMappingRow[]> =>
    db.selectFrom('cell_mappings').selectAll().orderBy('id').limit(1_000).execute(),
})
