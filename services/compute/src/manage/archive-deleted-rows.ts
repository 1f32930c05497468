import { inTransaction } from '@nimbo/db/in-transaction'
import { type Kysely, sql } from 'kysely'
import type { ApiTables } from '../db/schema/api-tables.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { archivedTables, shadowOf } from '../db/schema/shadow-tables.ts'
import { type DatabaseHost, type ManagedCell, managedDatabases } from './cells-of.ts'
import { purge } from './purge.ts'
import { addCounts, type RowCounts, sumOf } from './row-counts.ts'
import { rowsOfServers } from './rows-of-servers.ts'

export interface ArchiveOrder {
  /** Stop after this many rows. A server's rows stay together, so there may be a few more. */
  readonly maxRows: number
  /** Only servers deleted before this instant. */
  readonly before?: string
  /** Also delete archived rows; see {@link purge}. */
  readonly purge?: boolean
}

export interface Archived {
  /** Rows archived (cells) and deleted (API database), by table. */
  readonly rows: RowCounts
  readonly purged: RowCounts
  /** Whether nothing is left to archive. */
  readonly complete: boolean
}

/** Called after every batch, to show progress. */
export type ReportBatch = (cell: string, rows: RowCounts) => void

/** Servers per transaction. */
const batchSize = 50

const deletedServers = async (
  db: Kysely<CellTables>,
  before: string | undefined,
): Promise<readonly string[]> => {
  let query = db
    .selectFrom('instances')
    .select('id')
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(batchSize)
  if (before !== undefined) query = query.where('deleted_at', '<', before)
  return (await query.execute()).map(({ id }) => id)
}

/** The API database's rows of archived servers are deleted, as in Nova. */
const forgetInApi = (api: Kysely<ApiTables>, serverIds: readonly string[]): Promise<RowCounts> =>
  inTransaction(api, async (trx) => {
    const counts: Record<string, number> = {}
    const tables = [
      'scheduling_records',
      'instance_group_members',
      'request_specs',
      'instance_mappings',
    ] as const
    for (const table of tables) {
      const { numDeletedRows } = await trx
        .deleteFrom(table)
        .where('server_id', 'in', serverIds)
        .executeTakeFirst()
      counts[table] = Number(numDeletedRows)
    }
    const { numDeletedRows } = await trx
      .deleteFrom('flows')
      .where('subject', 'in', serverIds)
      .where('wake_at', 'is', null)
      .executeTakeFirst()
    return { ...counts, flows: Number(numDeletedRows) }
  })

/** Moves the rows of deleted servers to the shadow tables. Console tokens and guest passwords are secrets and only deleted. */
const moveInCell = (cell: Kysely<CellTables>, serverIds: readonly string[]): Promise<RowCounts> =>
  inTransaction(cell, async (trx) => {
    const counts: Record<string, number> = {}
    for (const table of archivedTables) {
      const theirs = rowsOfServers(table, serverIds, { shadowed: false })
      await sql`insert into ${sql.table(shadowOf(table))} select * from ${sql.table(table)} where ${theirs}`.execute(
        trx,
      )
    }
    for (const table of archivedTables) {
      const theirs = rowsOfServers(table, serverIds, { shadowed: false })
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${theirs}`.execute(trx)
      counts[table] = Number(numAffectedRows ?? 0n)
    }
    const tickets = await trx
      .deleteFrom('console_auth_tokens')
      .where('server_id', 'in', serverIds)
      .executeTakeFirst()
    const passwords = await trx
      .deleteFrom('guest_passwords')
      .where('server_id', 'in', serverIds)
      .executeTakeFirst()
    const flows = await trx
      .deleteFrom('flows')
      .where('subject', 'in', serverIds)
      .where('wake_at', 'is', null)
      .executeTakeFirst()
    return {
      ...counts,
      console_auth_tokens: Number(tickets.numDeletedRows),
      guest_passwords: Number(passwords.numDeletedRows),
      flows: Number(flows.numDeletedRows),
    }
  })

/** The servers of a batch within the limit, but at least one, so that every run makes progress. */
const within = (serverIds: readonly string[], rowsLeft: number): readonly string[] =>
  serverIds.slice(0, Math.max(1, Math.min(batchSize, rowsLeft)))

const archiveCell = async (
  api: Kysely<ApiTables>,
  { name, db }: ManagedCell,
  { before, maxRows }: Pick<ArchiveOrder, 'before' | 'maxRows'>,
  tell: ReportBatch,
): Promise<{ readonly rows: RowCounts; readonly complete: boolean }> => {
  let rows: RowCounts = {}
  for (;;) {
    const found = await deletedServers(db, before)
    if (found.length === 0) return { rows, complete: true }
    const rowsLeft = maxRows - sumOf(rows)
    if (rowsLeft <= 0) return { rows, complete: false }
    const serverIds = within(found, rowsLeft)
    // The API's rows are deleted first: as long as the cell has the server, the next run finds it again.
    const batch = addCounts(await forgetInApi(api, serverIds), await moveInCell(db, serverIds))
    tell(name, batch)
    rows = addCounts(rows, batch)
  }
}

/**
 * Moves the rows of deleted servers, oldest first, to their cells' shadow tables, and deletes their rows in the API database. Can
 * be interrupted and repeated.
 */
export const archiveDeletedRows = async (
  host: DatabaseHost,
  order: ArchiveOrder,
  tell: ReportBatch = () => {},
): Promise<Archived> => {
  const { api, cells } = await managedDatabases(host)
  const { before } = order
  let rows: RowCounts = {}
  let complete = true
  for (const cell of cells) {
    const wish = { maxRows: order.maxRows - sumOf(rows), ...(before === undefined ? {} : { before }) }
    const done = await archiveCell(api, cell, wish, tell)
    rows = addCounts(rows, done.rows)
    complete &&= done.complete
  }
  const purged = order.purge ? await purge(host, before === undefined ? { all: true } : { before }, tell) : {}
  return { rows, purged, complete }
}
