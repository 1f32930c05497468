import type { Kysely, Transaction } from 'kysely'

/** A database or a transaction, whatever its tables. */
type AnyDatabase = Pick<Kysely<unknown>, 'isTransaction'>

/** Kept as long as the transaction itself: whoever is in the midst of one need not hand this on besides it. */
const waiting = new WeakMap<object, (() => void)[]>()

/**
 * Has `callback` called once what was written through `db` can be seen by others: after the commit where it is a
 * transaction of `inTransaction` or `allOrNone`, and at once where it is a database. It is not called when the transaction
 * fails. Losing the call must do no harm, for a process may end just before it.
 */
export const afterCommit = (db: AnyDatabase, callback: () => void): void => {
  const callbacks = waiting.get(db)
  if (!db.isTransaction) callback()
  else if (callbacks) callbacks.push(callback)
  else waiting.set(db, [callback])
}

type Work<Tables, Result> = (trx: Transaction<Tables>) => Promise<Result>

/** Runs a transaction, then what was left to be done after its commit. */
export const withCallbacks = async <Tables, Result>(
  run: (work: Work<Tables, Result>) => Promise<Result>,
  work: Work<Tables, Result>,
): Promise<Result> => {
  let committed: Transaction<Tables> | undefined
  const result = await run((trx) => {
    committed = trx
    return work(trx)
  })
  for (const callback of (committed && waiting.get(committed)) ?? []) callback()
  return result
}
