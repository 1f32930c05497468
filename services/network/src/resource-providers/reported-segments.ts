import type { Kysely } from 'kysely'
import { withColumns } from '../create-tables.ts'
import type { Db } from '../tables.ts'

/** Creates the table of segments that placement and Nova may know, with what was last written there. */
export const createReportedSegments = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('reported_segments')
    .addColumn('segment_id', 'text', (column) => column.primaryKey())
  await withColumns(table, 'text', ['written']).execute()
}

const most = 100_000

/** What was last written of each segment, by its id; empty while the first writing may have failed. */
export const reportedSegments = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('reported_segments')
    .selectAll()
    .orderBy('segment_id')
    .limit(most)
    .execute()
  return new Map(rows.map(({ segment_id, written }) => [segment_id, written]))
}

/** Records what is written of a segment. */
export const recordSegment = async (db: Db, segment_id: string, written: string): Promise<void> => {
  await db
    .insertInto('reported_segments')
    .values({ segment_id, written })
    .onConflict((conflict) => conflict.column('segment_id').doUpdateSet({ written }))
    .execute()
}

export const forgetSegment = async (db: Db, segmentId: string): Promise<void> => {
  await db.deleteFrom('reported_segments').where('segment_id', '=', segmentId).execute()
}
