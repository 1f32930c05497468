import { partitionByTime, timePartitions } from '@nimbo/db/time-partitions'
import { type Kysely, sql } from 'kysely'
import type { MetricDb } from './policies.ts'

const columns = { table: 'aggregates', group: 'granularity', instant: 'start', owner: 'metrics' }

/** Where the database can, aggregates lie in partitions by their granularity and their time. */
export const aggregatesByTime = (db: Kysely<unknown>): Promise<void> =>
  partitionByTime(db, columns, async (table) => {
    await sql`alter table ${sql.table(table)} add foreign key (metric_id) references metrics on delete cascade`.execute(
      db,
    )
  })

/** The partitions of aggregates; undefined where the database has none. */
export const aggregatePartitions = (db: MetricDb) => timePartitions(db, columns)
