import { type Kysely, PostgresAdapter, type Transaction } from 'kysely'
import { withCallbacks } from './after-commit.ts'
import { untilNotLost } from './lost-race.ts'

/**
 * Runs `work` in a transaction as if no other transaction ran at the same time, on every database. On PostgreSQL the isolation
 * level is SERIALIZABLE, and a transaction that fails to serialize is repeated, so `work` must have no effects outside it. Throws
 * `DatabaseUnavailable` after too many repetitions, which happens when many transactions access the same few rows. Prefer
 * `allOrNone` where this isolation is not needed.
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
