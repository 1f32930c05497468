import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, type Transaction } from 'kysely'
import { databaseErrors, isLostRace } from './database-faults.ts'

const tries = 20
const firstPauseMs = 5
const longestPauseMs = 250

/**
 * Does `work` in a transaction: all of it happens or none, and as if no other transaction ran meanwhile, on every
 * database. On PostgreSQL that is the isolation level SERIALIZABLE, and work which lost a race against another transaction
 * is done again, so it must do nothing but read and write through the transaction it gets.
 *
 * Throws `DatabaseUnavailable` when it lost again and again.
 */
export const inTransaction = async <Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => {
  const transaction = db.transaction()
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return transaction.execute(work)
  const serializable = transaction.setIsolationLevel('serializable')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await serializable.execute(work)
    } catch (error) {
      if (!isLostRace(error)) throw error
      if (attempt === tries) {
        const reason = `a transaction lost against others ${tries} times`
        throw databaseErrors.DatabaseUnavailable({ reason }, { cause: error })
      }
    }
    // Whoever met once should not meet again: none waits as long as the other.
    await sleep(Math.random() * Math.min(firstPauseMs * 2 ** attempt, longestPauseMs))
  }
}
