import { type Kysely, PostgresAdapter, type Transaction } from 'kysely'
import { withCallbacks } from './after-commit.ts'
import { untilNotLost } from './lost-race.ts'

/**
 * Does `work` in a transaction: all of it happens or none, and as if no other transaction ran meanwhile, on every
 * database. On PostgreSQL that is the isolation level SERIALIZABLE, and work which lost a race against another transaction
 * is done again, so it must do nothing but read and write through the transaction it gets.
 *
 * Throws `DatabaseUnavailable` when it lost again and again: many at once who read or write the same few rows do. Work that
 * needs no such promise is better off with `allOrNone`.
 */
export const inTransaction = <Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => {
  const transaction = db.transaction()
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    return withCallbacks((run) => transaction.execute(run), work)
  const serializable = transaction.setIsolationLevel('serializable')
  return withCallbacks((run) => untilNotLost(() => serializable.execute(run)), work)
}
