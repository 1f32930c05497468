import type { ServiceHost } from '@nimbo/service/service-host'
import type { Kysely } from 'kysely'
import type { Databases } from '../app/app.ts'
import { apiMigrations } from '../db/api-migrations.ts'
import type { ApiTables } from '../db/api-tables.ts'
import { cell0Id, cellMappings } from '../db/cell-mappings.ts'
import { cellMigrations } from '../db/cell-migrations.ts'
import type { CellTables } from '../db/cell-tables.ts'
import { errors } from '../flows/flow-errors.ts'

/** A cell of this cloud. */
export interface CellOption {
  readonly id: string
  readonly name: string
  /** Name of its database, as the host knows it. */
  readonly database: string
}

/** The cell for servers that no host could take, and the one for all others. */
export const defaultCells: readonly CellOption[] = [
  { id: cell0Id, name: 'cell0', database: 'nova_cell0' },
  { id: '00000000-0000-0000-0000-000000000001', name: 'cell1', database: 'nova_cell1' },
]

export interface OpenDatabases extends Databases {
  readonly cells: readonly (CellOption & { readonly db: Kysely<CellTables> })[]
}

/** Opens the API database and every cell's, and writes the cells into the API database. */
export const openDatabases = async (
  host: Pick<ServiceHost, 'openDatabase' | 'clock'>,
  options: readonly CellOption[],
): Promise<OpenDatabases> => {
  const api = await host.openDatabase<ApiTables>('nova_api', apiMigrations)
  const cells: (CellOption & { db: Kysely<CellTables> })[] = []
  for (const cell of options) {
    const db = await host.openDatabase<CellTables>(cell.database, cellMigrations)
    cells.push({ ...cell, db })
    const { id, name, database } = cell
    await cellMappings(api, host.clock).ensure({ id, name, database, transport: name })
  }
  return {
    api,
    cells,
    cell: async (cellId) => {
      const found = cells.find(({ id }) => id === cellId)
      if (found === undefined) throw errors.CellUnknown({ name: cellId })
      return found.db
    },
  }
}
