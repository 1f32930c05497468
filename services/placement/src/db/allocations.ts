import { prepared } from '@nimbo/db/prepared'
import type { Insertable } from 'kysely'
import type { Db } from './providers.ts'
import type { AllocationRow, ConsumerRow } from './tables.ts'

interface OfConsumer {
  readonly consumerId: string
}

export const insertAllocations = prepared(
  (trx: Db, { rows }: { readonly rows: readonly Insertable<AllocationRow>[] }) =>
    trx.insertInto('allocations').values(rows),
)

/** Deletes a consumer's allocations. */
export const deleteAllocations = prepared((trx: Db, { consumerId }: OfConsumer) =>
  trx.deleteFrom('allocations').where('consumer_id', '=', consumerId),
)

/** Inserts a consumer, or nothing (0 rows) when another request created it. */
export const insertConsumer = prepared((trx: Db, { row }: { readonly row: Insertable<ConsumerRow> }) =>
  trx
    .insertInto('consumers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
)

export const deleteConsumer = prepared((trx: Db, { consumerId }: OfConsumer) =>
  trx.deleteFrom('consumers').where('id', '=', consumerId),
)
