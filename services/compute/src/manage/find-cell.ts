import type { Kysely } from 'kysely'
import { apiMigrations } from '../db/schema/api-migrations.ts'
import type { ApiTables, CellMappingRow } from '../db/schema/api-tables.ts'
import { cellMappings } from '../db/cells/cell-mappings.ts'
import { cellMigrations } from '../db/schema/cell-migrations.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import type { DatabaseHost } from './cells-of.ts'

export const openApi = (host: DatabaseHost): Promise<Kysely<ApiTables>> =>
  host.openDatabase<ApiTables>('nova_api', apiMigrations)

export const openCell = (
  host: DatabaseHost,
  { database }: Pick<CellMappingRow, 'database'>,
): Promise<Kysely<CellTables>> => host.openDatabase<CellTables>(database, cellMigrations)

/** The mapping of a cell; undefined when it does not exist. */
export const findCell = async (host: DatabaseHost, id: string): Promise<CellMappingRow | undefined> =>
  cellMappings(await openApi(host), host.clock).find(id)

/** All cells, or the one with that id; empty when it does not exist. */
export const chosenCells = async (
  host: DatabaseHost,
  id: string | undefined,
): Promise<readonly CellMappingRow[]> => {
  const cells = await cellMappings(await openApi(host), host.clock).list()
  return id === undefined ? cells : cells.filter((cell) => cell.id === id)
}
