import type { Kysely } from 'kysely'
import { withColumns } from '../create-tables.ts'
import type { Db } from '../tables.ts'

/** Creates the table of segments that placement and Nova may know, with the state that was last written there. */
export const createReportedSegments = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('reported_segments')
    .addColumn('segment_id', 'text', (column) => column.primaryKey())
  await withColumns(table, 'text', ['written']).execute()
}

const most = 100_000

/** The state of each segment that was last written, by the segment's id; empty while the first write may have failed. */
export const reportedSegments = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('reported_segments')
    .selectAll()
    .orderBy('segment_id')
    .limit(most)
    .execute()
  return new Map(rows.map(({ segment_id, written }) => [segment_id, written]))
}

/** Records the written state of a segment. */
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
