import type { Bus } from '@nimbo/bus/bus'
import type { Notifications } from '@nimbo/notifications/open-notifications'
import type { ServiceHost } from '@nimbo/service/service-host'
import { apiMigrations } from '../schema/api-migrations.ts'
import type { ApiTables } from '../schema/api-tables.ts'
import { cellMigrations } from '../schema/cell-migrations.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { askingCells } from './ask-cell.ts'
import type { Databases } from './databases.ts'
import { knownCells } from './known-cells.ts'

/** How each cell is reached: its database among {@link Databases}, and its broker. */
export interface Cells {
  readonly databases: Databases
  /** The broker between a cell's conductor and its hosts. Rejects for an unknown cell. */
  readonly bus: (cellId: string) => Promise<Bus>
}

/** The option `[database] cell_timeout`, in seconds. */
export interface CellOptions {
  readonly database: { readonly cell_timeout: number }
}

/**
 * Opens the API database; cells are opened at first use. The given relay sends the notifications written to any of
 * them.
 */
export const openCells = async (
  host: Pick<ServiceHost, 'openDatabase' | 'openBus' | 'clock'>,
  { database: { cell_timeout } }: CellOptions,
  sender?: Pick<Notifications, 'sendFrom'>,
): Promise<Cells> => {
  const api = await host.openDatabase<ApiTables>('nova_api', apiMigrations)
  sender?.sendFrom(api)
  const known = knownCells(api, host.clock)
  const cell = async (cellId: string) => {
    const db = await host.openDatabase<CellTables>((await known.find(cellId)).database, cellMigrations)
    sender?.sendFrom(db)
    return db
  }
  const ask = askingCells({ cell, clock: host.clock, timeoutMs: cell_timeout * 1000 })
  return {
    databases: { api, cells: known.list, cell, ask },
    bus: async (cellId) => host.openBus((await known.find(cellId)).transport),
  }
}
