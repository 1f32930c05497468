import { inOne } from '@nimbo/db/in-one'
import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { Aggregate } from '../domain/hosts/aggregate.ts'
import type { AggregateRow, ApiTables } from './schema/api-tables.ts'
import { nextNumber } from './counter.ts'

const assemble = (row: AggregateRow, hosts: readonly string[]): Aggregate => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  metadata: JSON.parse(row.metadata) as Record<string, string>,
  hosts,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const everyAggregate = prepared((db: Kysely<ApiTables>, _: object) =>
  db.selectFrom('aggregates').selectAll().orderBy('id').limit(10_000),
)

const everyMember = prepared((db: Kysely<ApiTables>, _: object) =>
  db.selectFrom('aggregate_hosts').selectAll().orderBy('aggregate_id').orderBy('host').limit(1_000_000),
)

/** Reads aggregates with their hosts. */
const readAggregates = (db: Kysely<ApiTables>) => ({
  /** All aggregates with their hosts, by id. A cloud has few. */
  list: async (): Promise<readonly Aggregate[]> => {
    const rows = await everyAggregate(db, {})
    if (rows.length === 0) return []
    const members = await everyMember(db, {})
    const hosts = Map.groupBy(members, ({ aggregate_id }) => aggregate_id)
    return rows.map((row) =>
      assemble(
        row,
        (hosts.get(row.id) ?? []).map(({ host }) => host),
      ),
    )
  },

  find: async (id: number): Promise<Aggregate | undefined> => {
    const row = await db.selectFrom('aggregates').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    const members = await db
      .selectFrom('aggregate_hosts')
      .select('host')
      .where('aggregate_id', '=', id)
      .orderBy('host')
      .limit(100_000)
      .execute()
    return assemble(
      row,
      members.map(({ host }) => host),
    )
  },
})

/** Changes aggregates. */
const changeAggregates = (db: Kysely<ApiTables>, clock: Clock) => ({
  /** Creates an aggregate; undefined when the name is in use. */
  create: (name: string, metadata: Readonly<Record<string, string>>): Promise<Aggregate | undefined> =>
    inOne(db, async (trx) => {
      const row = await trx
        .insertInto('aggregates')
        .values({
          id: await nextNumber(trx, 'aggregates'),
          uuid: newId(),
          name,
          metadata: JSON.stringify(metadata),
          created_at: timestamp(clock),
          updated_at: null,
        })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returningAll()
        .executeTakeFirst()
      return row && assemble(row, [])
    }),

  update: async (
    id: number,
    changes: { readonly name?: string; readonly metadata?: Readonly<Record<string, string>> },
  ): Promise<void> => {
    await db
      .updateTable('aggregates')
      .set({
        updated_at: timestamp(clock),
        ...(changes.name === undefined ? {} : { name: changes.name }),
        ...(changes.metadata === undefined ? {} : { metadata: JSON.stringify(changes.metadata) }),
      })
      .where('id', '=', id)
      .execute()
  },

  remove: async (id: number): Promise<void> => {
    await db.deleteFrom('aggregates').where('id', '=', id).execute()
  },
})

/** Membership of hosts in aggregates. */
const aggregateHosts = (db: Kysely<ApiTables>, clock: Clock) => {
  const touch = async (id: number): Promise<void> => {
    await db
      .updateTable('aggregates')
      .set({ updated_at: timestamp(clock) })
      .where('id', '=', id)
      .execute()
  }

  return {
    /** Adds a host; false when it is a member already. */
    addHost: async (id: number, host: string): Promise<boolean> => {
      const added = await db
        .insertInto('aggregate_hosts')
        .values({ aggregate_id: id, host })
        .onConflict((conflict) => conflict.doNothing())
        .returning('host')
        .executeTakeFirst()
      if (added) await touch(id)
      return added !== undefined
    },

    /** Removes a host; false when it was not a member. */
    removeHost: async (id: number, host: string): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('aggregate_hosts')
        .where('aggregate_id', '=', id)
        .where('host', '=', host)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await touch(id)
      return numDeletedRows > 0n
    },
  }
}

/** Host aggregates. */
export const aggregates = (db: Kysely<ApiTables>, clock: Clock) => ({
  ...readAggregates(db),
  ...changeAggregates(db, clock),
  ...aggregateHosts(db, clock),
})
