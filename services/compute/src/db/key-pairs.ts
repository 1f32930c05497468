import { inOne } from '@nimbo/db/in-one'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables, KeyPairRow } from './schema/api-tables.ts'
import { nextNumber } from './counter.ts'

/** Users' public keys. */
export const keyPairs = (db: Kysely<ApiTables>, clock: Clock) => ({
  find: (userId: string, name: string): Promise<KeyPairRow | undefined> =>
    db
      .selectFrom('key_pairs')
      .selectAll()
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst(),

  /** A page of a user's key pairs, sorted by name, after `marker`. */
  list: (userId: string, limit: number, marker?: string): Promise<KeyPairRow[]> => {
    let query = db
      .selectFrom('key_pairs')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('name')
      .limit(limit)
    if (marker !== undefined) query = query.where('name', '>', marker)
    return query.execute()
  },

  count: async (userId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('key_pairs')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** Creates a key pair; undefined when the user has one of that name. */
  create: (key: Omit<KeyPairRow, 'id' | 'created_at'>): Promise<KeyPairRow | undefined> =>
    inOne(db, async (trx) => {
      const id = await nextNumber(trx, 'key_pairs')
      return trx
        .insertInto('key_pairs')
        .values({ ...key, id, created_at: timestamp(clock) })
        .onConflict((conflict) => conflict.columns(['user_id', 'name']).doNothing())
        .returningAll()
        .executeTakeFirst()
    }),

  remove: async (userId: string, name: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('key_pairs')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
