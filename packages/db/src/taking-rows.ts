import { type Kysely, PostgresAdapter, type SelectQueryBuilder, type Transaction } from 'kysely'

/**
 * A query whose rows nobody else can take or change until the transaction ends; who wants them waits. SQLite lets one
 * transaction write at a time, and needs no such word.
 */
export const takingRows = <Tables, From extends keyof Tables, Row>(
  trx: Transaction<Tables> | Kysely<Tables>,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> =>
  trx.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate() : query
