import { type Kysely, PostgresAdapter, type SelectQueryBuilder, type Transaction } from 'kysely'

/** `select … for update`: locks the rows until the transaction ends. SQLite has only one writer and needs no lock. */
export const takingRows = <Tables, From extends keyof Tables, Row>(
  trx: Transaction<Tables> | Kysely<Tables>,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> =>
  trx.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate() : query
