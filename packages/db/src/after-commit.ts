import type { Kysely, Transaction } from 'kysely'

/** A database or a transaction, whatever its tables. */
type AnyDatabase = Pick<Kysely<unknown>, 'isTransaction'>

/** Keyed by transaction, so that callers need not pass it on. */
const waiting = new WeakMap<object, (() => void)[]>()

/**
 * Calls `callback` once what was written through `db` is visible to others: after the commit of a transaction of `inTransaction`
 * or `allOrNone`, or at once for a database. Not called when the transaction fails. It may get lost, since the process may end
 * just before, so nothing may depend on it.
 */
export const afterCommit = (db: AnyDatabase, callback: () => void): void => {
  const callbacks = waiting.get(db)
  if (!db.isTransaction) callback()
  else if (callbacks) callbacks.push(callback)
  else waiting.set(db, [callback])
}

type Work<Tables, Result> = (trx: Transaction<Tables>) => Promise<Result>

/** Runs a transaction and then its registered callbacks. */
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
