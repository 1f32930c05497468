import { type Kysely, PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'
import { allOrNone } from './all-or-none.ts'

/** A partition: the rows of one group whose instant lies in [from, until). */
export interface Partition {
  readonly group: number
  /** Start of the range, inclusive. */
  readonly from: number
  /** End of the range, exclusive. */
  readonly until: number
}

/** Name of the default partition, which holds the rows that fit in no other. */
const restOf = (table: string): string => `${table}_others`

const hasPartitions = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

interface Columns {
  readonly table: string
  /** Names of two integer columns that belong to the primary key. */
  readonly group: string
  readonly instant: string
  /**
   * The table that the rows reference with ON DELETE CASCADE. Transactions that change both tables lock this one first, so
   * creating and dropping partitions does the same to avoid deadlocks.
   */
  readonly owner: string
}

/**
 * Migration that turns a table into one partitioned by group and instant, on databases that support it. Rows are kept; foreign
 * keys are not copied, so `refers` must create them on the new table.
 */
export const partitionByTime = async (
  db: Kysely<unknown>,
  { table, group, instant }: Columns,
  refers: (table: string) => Promise<void>,
): Promise<void> => {
  if (!hasPartitions(db)) return
  const before = `${table}_before`
  await sql`alter table ${sql.table(table)} rename to ${sql.table(before)}`.execute(db)
  await sql`create table ${sql.table(table)} (like ${sql.table(before)} including defaults including indexes)
    partition by range (${sql.ref(group)}, ${sql.ref(instant)})`.execute(db)
  await refers(table)
  await sql`create table ${sql.table(restOf(table))} partition of ${sql.table(table)} default`.execute(db)
  await sql`insert into ${sql.table(table)} select * from ${sql.table(before)}`.execute(db)
  await sql`drop table ${sql.table(before)}`.execute(db)
}

/** The partitions of one table. */
export interface TimePartitions {
  /** Lists them, ordered by group and start. */
  list(): Promise<readonly Partition[]>
  /**
   * Creates a partition and moves matching rows of the default partition into it. Does nothing if it exists. Ranges must not
   * overlap.
   */
  make(partition: Partition): Promise<void>
  /** Drops a partition together with its rows. */
  drop(partition: Partition): Promise<void>
}

const nameOf = (table: string, { group, from, until }: Partition): string =>
  `${table}_${group}_${from}_${until}`

const partitionNamed = (table: string, name: string): readonly Partition[] => {
  const found = /^(\d+)_(\d+)_(\d+)$/.exec(name.slice(table.length + 1))
  return found ? [{ group: Number(found[1]), from: Number(found[2]), until: Number(found[3]) }] : []
}

/** Manages the partitions of a table prepared by {@link partitionByTime}; undefined on databases without partitioning. */
export const timePartitions = <Tables>(
  db: Kysely<Tables>,
  { table, group, instant, owner }: Columns,
): TimePartitions | undefined => {
  if (!hasPartitions(db)) return undefined
  return {
    list: async () => {
      const { rows } = await sql<{ name: string }>`
        select child.relname as name from pg_inherits
        join pg_class child on child.oid = pg_inherits.inhrelid
        join pg_class parent on parent.oid = pg_inherits.inhparent
        where parent.relname = ${table} and pg_table_is_visible(parent.oid)`.execute(db)
      return rows
        .flatMap(({ name }) => partitionNamed(table, name))
        .sort((one, other) => one.group - other.group || one.from - other.from)
    },
    make: (partition) =>
      allOrNone(db, async (trx) => {
        const [whole, rest, own] = [table, restOf(table), nameOf(table, partition)].map((name) =>
          sql.table(name),
        )
        const bounds = [partition.group, partition.from, partition.until].map((bound) => sql.lit(bound))
        const [of, from, until] = bounds
        await sql`lock table ${sql.table(owner)} in share row exclusive mode`.execute(trx)
        // A process that creates the same partition at the same time waits here, then finds it.
        await sql`lock table ${rest} in access exclusive mode`.execute(trx)
        const { rows } = await sql`select 1 from pg_class
          where relname = ${nameOf(table, partition)} and pg_table_is_visible(oid)`.execute(trx)
        if (rows.length > 0) return
        await sql`create table ${own} (like ${whole} including defaults including indexes)`.execute(trx)
        await sql`with moved as (delete from ${rest} where ${sql.ref(group)} = ${of}
            and ${sql.ref(instant)} >= ${from} and ${sql.ref(instant)} < ${until} returning *)
          insert into ${own} select * from moved`.execute(trx)
        await sql`alter table ${whole} attach partition ${own}
          for values from (${of}, ${from}) to (${of}, ${until})`.execute(trx)
      }),
    drop: (partition) =>
      allOrNone(db, async (trx) => {
        await sql`lock table ${sql.table(owner)} in access exclusive mode`.execute(trx)
        await sql`drop table if exists ${sql.table(nameOf(table, partition))}`.execute(trx)
      }),
  }
}
