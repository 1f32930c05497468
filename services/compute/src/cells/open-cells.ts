import type { Bus } from '@nimbo/bus/bus'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { Databases } from '../app/app.ts'
import { apiMigrations } from '../db/api-migrations.ts'
import type { ApiTables } from '../db/api-tables.ts'
import type { CellTables } from '../db/cell-tables.ts'
import { cellSchema } from '../schema.ts'
import { knownCells } from './known-cells.ts'

/** Where each cell is reached: its database among {@link Databases}, and its broker. */
export interface Cells {
  readonly databases: Databases
  /** The broker between a cell's conductor and its hosts. Rejects when no cell has that id. */
  readonly bus: (cellId: string) => Promise<Bus>
}

/** Opens the API database; cells, as their mappings tell, when they are first asked for. */
export const openCells = async (
  host: Pick<ServiceHost, 'openDatabase' | 'openBus' | 'clock'>,
): Promise<Cells> => {
  const api = await host.openDatabase<ApiTables>('nova_api', apiMigrations)
  const known = knownCells(api, host.clock)
  return {
    databases: {
      api,
      cells: known.list,
      cell: async (cellId) => host.openDatabase<CellTables>((await known.find(cellId)).database, cellSchema),
    },
    bus: async (cellId) => host.openBus((await known.find(cellId)).transport),
  }
}
