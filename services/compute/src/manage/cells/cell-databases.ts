import type { Kysely } from 'kysely'
import { apiMigrations } from '../../db/api-migrations.ts'
import type { ApiTables, CellMappingRow } from '../../db/api-tables.ts'
import { cellMappings } from '../../db/cell-mappings.ts'
import type { CellTables } from '../../db/cell-tables.ts'
import { cellSchema } from '../../schema.ts'
import type { DatabaseHost } from '../cells-of.ts'

/** What commands about cells work on: the API database, and a cell's when it is needed. */
export interface CellDatabases {
  readonly api: Kysely<ApiTables>
  /** Undefined when there is no such cell. */
  find(cellId: string): Promise<CellMappingRow | undefined>
  list(): Promise<CellMappingRow[]>
  open(cell: CellMappingRow): Promise<Kysely<CellTables>>
}

export const cellDatabases = async (host: DatabaseHost): Promise<CellDatabases> => {
  const api = await host.openDatabase<ApiTables>('nova_api', apiMigrations)
  const mappings = cellMappings(api, host.clock)
  return {
    api,
    find: mappings.find,
    list: mappings.list,
    open: ({ database }) => host.openDatabase<CellTables>(database, cellSchema),
  }
}
