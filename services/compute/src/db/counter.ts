import type { Kysely } from 'kysely'

/** Numbers that count up within one database, for the wire's sake: OpenStack shows some things by a small integer. */
export interface CounterTables {
  counters: { name: string; value: number }
}

/**
 * The next number of `name`, from 1; none is given twice. In a transaction its row is locked until the end, and who wants a
 * number waits; outside of one, a number that is not used leaves a gap.
 */
export const nextNumber = async <Tables extends CounterTables>(
  trx: Kysely<Tables>,
  name: string,
): Promise<number> => {
  const counters = trx as unknown as Kysely<CounterTables>
  const { value } = await counters
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
