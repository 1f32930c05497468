import { type Kysely, PostgresAdapter, type Transaction } from 'kysely'
import { withCallbacks } from './after-commit.ts'
import { untilNotLost } from './lost-race.ts'

/**
 * Does `work` in a transaction: all of it happens or none. On PostgreSQL that is the isolation level READ COMMITTED: each
 * statement sees what others have committed by then, and waits for a row that another transaction has changed until that
 * one ends. So work may judge only by its own changes (compare and set, unique keys), or by what it reads after it has
 * taken a row that all who could change the answer take too: by changing it, or by `takingRows`.
 *
 * Many at once who want the same row wait here for each other, where in `inTransaction` all but one would do their work
 * again. Deadlocks are run again, so `work` must do nothing but read and write through the transaction it gets.
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
