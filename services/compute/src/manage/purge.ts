import { inTransaction } from '@nimbo/db/in-transaction'
import { type Kysely, sql } from 'kysely'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { archivedTables, shadowOf } from '../db/schema/shadow-tables.ts'
import { type DatabaseHost, managedDatabases } from './cells-of.ts'
import { addCounts, type RowCounts } from './row-counts.ts'
import { rowsOfServers } from './rows-of-servers.ts'

/** All archived rows, or those of servers deleted before an instant. */
export type PurgeOrder = { readonly all: true } | { readonly before: string }

/** Servers per transaction. */
const batchSize = 100

const archivedServers = async (db: Kysely<CellTables>, order: PurgeOrder): Promise<readonly string[]> => {
  const condition = 'before' in order ? sql`deleted_at < ${order.before}` : sql`1 = 1`
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(shadowOf('instances'))} where ${condition}
    order by deleted_at, id limit ${batchSize}`.execute(db)
  return rows.map(({ id }) => id)
}

const removeServers = (db: Kysely<CellTables>, serverIds: readonly string[]): Promise<RowCounts> =>
  inTransaction(db, async (trx) => {
    const counts: Record<string, number> = {}
    for (const table of archivedTables) {
      const shadow = shadowOf(table)
      const theirs = rowsOfServers(table, serverIds, { shadowed: true })
      const { numAffectedRows } = await sql`delete from ${sql.table(shadow)} where ${theirs}`.execute(trx)
      counts[shadow] = Number(numAffectedRows ?? 0n)
    }
    return counts
  })

/** Deletes archived rows in every cell; can be interrupted and repeated. Resolves to the number of rows by table. */
export const purge = async (
  host: DatabaseHost,
  order: PurgeOrder,
  tell: (cell: string, rows: RowCounts) => void = () => {},
): Promise<RowCounts> => {
  const { cells } = await managedDatabases(host)
  let rows: RowCounts = {}
  for (const { name, db } of cells) {
    for (;;) {
      const serverIds = await archivedServers(db, order)
      if (serverIds.length === 0) break
      const batch = await removeServers(db, serverIds)
      tell(name, batch)
      rows = addCounts(rows, batch)
    }
  }
  return rows
}
