import type { Kysely } from 'kysely'
import { inTransaction } from './in-transaction.ts'

/** Runs `work` in the caller's transaction, or in a new one if there is none. */
export const inOne = <Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : inTransaction(db, work))
