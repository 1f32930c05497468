import { withGrowingKey } from '@nimbo/db/growing-key'
import { type Kysely, sql } from 'kysely'
import { sackOf } from '../../domain/metric/sack.ts'

/** Rows moved by one statement. */
const together = 1000

const moveAfter = async (db: Kysely<unknown>, after: number): Promise<number | undefined> => {
  const { rows } = await sql<{ position: number; metric_id: string; count: number; points: string }>`
    select position, metric_id, count, points from measures
    where position > ${after} order by position limit ${together}`.execute(db)
  for (const { metric_id, count, points } of rows)
    await sql`insert into waiting_measures (sack, count, entries)
      values (${sackOf(metric_id)}, ${count}, ${JSON.stringify([[metric_id, JSON.parse(points)]])})`.execute(
      db,
    )
  return rows.at(-1)?.position
}

/**
 * Migration: waiting measures are stored by sack, so that a request adds one row for each sack instead of one for each metric.
 */
export const measuresBySacks = async (db: Kysely<unknown>): Promise<void> => {
  await withGrowingKey(db, db.schema.createTable('waiting_measures'), 'position')
    .addColumn('sack', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('entries', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('waiting_measures_by_sack')
    .on('waiting_measures')
    .columns(['sack', 'position'])
    .execute()
  for (let after: number | undefined = 0; after !== undefined; ) after = await moveAfter(db, after)
  await db.schema.dropTable('measures').execute()
}
