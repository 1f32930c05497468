import { type Kysely, PostgresAdapter, type Transaction } from 'kysely'
import { withCallbacks } from './after-commit.ts'
import { untilNotLost } from './lost-race.ts'

/**
 * Runs `work` in a transaction. On PostgreSQL the isolation level is READ COMMITTED: each statement sees what others have
 * committed, and waits for rows that another transaction has changed. So work may decide only by its own changes (compare and
 * set, unique keys), or by what it reads after locking a row that every conflicting transaction also locks: by changing it, or by
 * `takingRows`. Concurrent transactions on the same row wait here for each other, where in `inTransaction` all but one would have
 * to be repeated. After a deadlock the transaction is repeated, so `work` must have no effects outside it.
 */
export const allOrNone = <Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => {
  const transaction = db.transaction()
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    return withCallbacks((run) => transaction.execute(run), work)
  const committed = transaction.setIsolationLevel('read committed')
  return withCallbacks((run) => untilNotLost(() => committed.execute(run)), work)
}
