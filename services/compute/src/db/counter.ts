import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'

/** Counters within one database, for resources that OpenStack shows with small integers. */
export interface CounterTables {
  counters: { name: string; value: number }
}

const next = prepared((db: Kysely<CounterTables>, { name }: { readonly name: string }) =>
  db
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    )
    .returning('value'),
)

/**
 * The next number of `name`, from 1, never repeated. In a transaction the counter's row stays locked until the end, so
 * that other callers wait; outside of one, an unused number leaves a gap.
 */
export const nextNumber = async <Tables extends CounterTables>(
  trx: Kysely<Tables>,
  name: string,
): Promise<number> => {
  const [counter] = await next(trx as unknown as Kysely<CounterTables>, { name })
  if (counter === undefined) throw new Error(`the counter ${name} gave no number`)
  return counter.value
}
