import type { Kysely } from 'kysely'
import { inTransaction } from './in-transaction.ts'

/** Does `work` in the transaction the caller has begun, or in one of its own where there is none. */
export const inOne = <Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : inTransaction(db, work))
