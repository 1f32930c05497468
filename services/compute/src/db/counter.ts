import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'

/** Numbers that count up within one database, for the wire's sake: OpenStack shows some things by a small integer. */
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
 * The next number of `name`, from 1; none is given twice. In a transaction its row is locked until the end, and who wants a
 * number waits; outside of one, a number that is not used leaves a gap.
 */
export const nextNumber = async <Tables extends CounterTables>(
  trx: Kysely<Tables>,
  name: string,
): Promise<number> => {
  const [counter] = await next(trx as unknown as Kysely<CounterTables>, { name })
  if (counter === undefined) throw new Error(`the counter ${name} gave no number`)
  return counter.value
}
