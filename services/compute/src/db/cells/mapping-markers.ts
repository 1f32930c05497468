import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables, MappingMarkerRow } from '../schema/api-tables.ts'

/** The progress of mapping a cell's servers, which runs in batches. */
export interface MappingMarker {
  /** The last server that was processed. */
  readonly serverId: string
  readonly createdAt: string
}

export const mappingMarkers = (db: Kysely<ApiTables>, clock: Clock) => ({
  find: async (cellId: string): Promise<MappingMarker | undefined> => {
    const row = await db
      .selectFrom('mapping_markers')
      .selectAll()
      .where('cell_id', '=', cellId)
      .executeTakeFirst()
    return row && { serverId: row.server_id, createdAt: row.server_created_at }
  },

  set: async (cellId: string, { serverId, createdAt }: MappingMarker): Promise<void> => {
    const place: Omit<MappingMarkerRow, 'cell_id'> = {
      server_id: serverId,
      server_created_at: createdAt,
      updated_at: timestamp(clock),
    }
    await db
      .insertInto('mapping_markers')
      .values({ cell_id: cellId, ...place })
      .onConflict((conflict) => conflict.column('cell_id').doUpdateSet(place))
      .execute()
  },

  remove: async (cellId: string): Promise<void> => {
    await db.deleteFrom('mapping_markers').where('cell_id', '=', cellId).execute()
  },
})
