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

/** The work to be done at the end of each open transaction, before its commit. */
const endings = new WeakMap<object, (() => Promise<unknown>)[]>()

/**
 * Runs `work` at the end of the transaction `db`, as a part of it, so that what was gathered meanwhile is written together. Runs
 * it at once if `db` is not a transaction of `inTransaction` or `allOrNone`.
 */
export const beforeCommit = async (db: AnyDatabase, work: () => Promise<unknown>): Promise<void> => {
  const ending = endings.get(db)
  if (ending) ending.push(work)
  else await work()
}

type Work<Tables, Result> = (trx: Transaction<Tables>) => Promise<Result>

/** Runs a transaction, at its end the work of `beforeCommit`, and after the commit its registered callbacks. */
export const withCallbacks = async <Tables, Result>(
  run: (work: Work<Tables, Result>) => Promise<Result>,
  work: Work<Tables, Result>,
): Promise<Result> => {
  let committed: Transaction<Tables> | undefined
  const result = await run(async (trx) => {
    committed = trx
    const ending: (() => Promise<unknown>)[] = []
    endings.set(trx, ending)
    const done = await work(trx)
    // From now on `beforeCommit` runs its work at once.
    endings.delete(trx)
    for (const one of ending) await one()
    return done
  })
  for (const callback of (committed && waiting.get(committed)) ?? []) callback()
  return result
}
