import { metadataOf, textOfMetadata, type Metadata } from '../domain/metadata.ts'
import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { SwiftTables } from './tables.ts'

export interface Account {
  readonly name: string
  readonly createdAt: string
  readonly metadata: Metadata
}

/** Totals of all containers of an account. */
export interface AccountTotals {
  readonly containers: number
  readonly objects: number
  readonly bytes: number
}

const named = prepared((db: Kysely<SwiftTables>, { name }: { readonly name: string }) =>
  db.selectFrom('accounts').selectAll().where('name', '=', name),
)

/** Totals of one storage policy. */
export interface PolicyTotals extends AccountTotals {
  readonly policy: string
}

export const accounts = (db: Kysely<SwiftTables>) => ({
  find: async (name: string): Promise<Account | undefined> => {
    const [row] = await named(db, { name })
    return row && { name: row.name, createdAt: row.created_at, metadata: metadataOf(row.metadata) }
  },

  /** Returns false when it exists. */
  create: async ({ name, createdAt, metadata }: Account): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('accounts')
      .values({ name, created_at: createdAt, metadata: textOfMetadata(metadata) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },

  /** Locks the account's row, which serializes changes of its metadata. Returns false when the account does not exist. */
  take: async (name: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('accounts')
      .set(({ ref }) => ({ created_at: ref('created_at') }))
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },

  setMetadata: async (name: string, metadata: Metadata): Promise<void> => {
    await db
      .updateTable('accounts')
      .set({ metadata: textOfMetadata(metadata) })
      .where('name', '=', name)
      .execute()
  },

  /** Its containers must have been deleted. */
  remove: async (name: string): Promise<void> => {
    await db.deleteFrom('accounts').where('name', '=', name).execute()
  },

  totals: async (names: readonly string[]): Promise<AccountTotals> => {
    const { containers, objects, bytes } = await db
      .selectFrom('containers')
      .select(({ fn }) => [
        fn.countAll<number>().as('containers'),
        fn.sum<number | null>('object_count').as('objects'),
        fn.sum<number | null>('bytes_used').as('bytes'),
      ])
      .where('account', 'in', names)
      .executeTakeFirstOrThrow()
    return { containers: Number(containers), objects: Number(objects ?? 0), bytes: Number(bytes ?? 0) }
  },

  totalsByPolicy: async (name: string): Promise<readonly PolicyTotals[]> => {
    const rows = await db
      .selectFrom('containers')
      .select(({ fn }) => [
        'policy',
        fn.countAll<number>().as('containers'),
        fn.sum<number>('object_count').as('objects'),
        fn.sum<number>('bytes_used').as('bytes'),
      ])
      .where('account', '=', name)
      .groupBy('policy')
      .orderBy('policy')
      .execute()
    return rows.map(({ policy, containers, objects, bytes }) => ({
      ...{ policy, containers: Number(containers), objects: Number(objects), bytes: Number(bytes) },
    }))
  },
})

export type Accounts = ReturnType<typeof accounts>
