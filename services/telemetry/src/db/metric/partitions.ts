import { partitionByTime, timePartitions } from '@nimbo/db/time-partitions'
import { type Kysely, sql } from 'kysely'
import type { MetricDb } from './policies.ts'

const columns = { table: 'aggregates', group: 'granularity', instant: 'start', owner: 'metrics' }

/** Partitions the table of aggregates by granularity and time, on databases that support it. */
export const aggregatesByTime = (db: Kysely<unknown>): Promise<void> =>
  partitionByTime(db, columns, async (table) => {
    await sql`alter table ${sql.table(table)} add foreign key (metric_id) references metrics on delete cascade`.execute(
      db,
    )
  })

/** The partitions of aggregates; undefined on databases without partitioning. */
export const aggregatePartitions = (db: MetricDb) => timePartitions(db, columns)
