import type { ServiceHost } from '@nimbo/service/service-host'
import { apiMigrations } from '../schema/api-migrations.ts'
import type { ApiTables, CellMappingRow } from '../schema/api-tables.ts'
import { cell0Id, cellMappings } from './cell-mappings.ts'
import { cellMigrations } from '../schema/cell-migrations.ts'

export type CellAddresses = Pick<CellMappingRow, 'id' | 'name' | 'database' | 'transport'>

/** cell0 for servers that could not be scheduled, and the cell for all others. */
export const defaultCells: readonly CellAddresses[] = [
  { id: cell0Id, name: 'cell0', database: 'nova_cell0', transport: 'cell0' },
  {
    id: '00000000-0000-0000-0000-000000000001',
    name: 'cell1',
    database: 'nova_cell1',
    transport: 'cell1',
  },
]

/** Writes cells into the API database, or updates their addresses, and opens their databases. */
export const ensureCells = async (
  host: Pick<ServiceHost, 'openDatabase' | 'clock'>,
  cells: readonly CellAddresses[] = defaultCells,
): Promise<void> => {
  const api = await host.openDatabase<ApiTables>('nova_api', apiMigrations)
  for (const cell of cells) {
    await host.openDatabase(cell.database, cellMigrations)
    await cellMappings(api, host.clock).ensure(cell)
  }
}
