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

/** All that a consumer holds. */
export const deleteAllocations = prepared((trx: Db, { consumerId }: OfConsumer) =>
  trx.deleteFrom('allocations').where('consumer_id', '=', consumerId),
)

/** Gives 0 when somebody else has made the consumer meanwhile. */
export const insertConsumer = prepared((trx: Db, { row }: { readonly row: Insertable<ConsumerRow> }) =>
  trx
    .insertInto('consumers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
)

export const deleteConsumer = prepared((trx: Db, { consumerId }: OfConsumer) =>
  trx.deleteFrom('consumers').where('id', '=', consumerId),
)
