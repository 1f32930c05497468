import { randomUUID } from 'node:crypto'
import type { CellMappingRow } from '../../db/api-tables.ts'
import { cellMappings } from '../../db/cell-mappings.ts'
import { cellSchema } from '../../schema.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'
import { noTransport } from './map-cell0.ts'

export interface NewCell {
  readonly name: string
  /** Address of its database, which has its tables. */
  readonly database: string
  /** Address of its broker. */
  readonly transport: string
  /** Nothing is scheduled to it. */
  readonly disabled?: boolean
}

export type CreatedCell =
  | { readonly outcome: 'created'; readonly cellId: string }
  /** Two cells must not share a database, a broker or a name. */
  | { readonly outcome: 'taken'; readonly what: 'name' | 'database' | 'transport'; readonly by: string }

/** The first thing of a cell that another cell has already. */
export const takenBy = (
  cells: readonly CellMappingRow[],
  wanted: Partial<Pick<CellMappingRow, 'id' | 'name' | 'database' | 'transport'>>,
): Extract<CreatedCell, { outcome: 'taken' }> | undefined => {
  for (const what of ['name', 'database', 'transport'] as const) {
    if (wanted[what] === undefined || wanted[what] === noTransport) continue
    const other = cells.find((cell) => cell.id !== wanted.id && cell[what] === wanted[what])
    if (other !== undefined) return { outcome: 'taken', what, by: other.id }
  }
  return undefined
}

/** Adds a cell. Every role of compute takes it up within seconds; its hosts are used when they are discovered. */
export const createCell = async (host: DatabaseHost, cell: NewCell): Promise<CreatedCell> => {
  const { name, database, transport, disabled = false } = cell
  const { api, list } = await cellDatabases(host)
  const taken = takenBy(await list(), { name, database, transport })
  if (taken !== undefined) return taken
  await host.openDatabase(database, cellSchema)
  const cellId = randomUUID()
  await cellMappings(api, host.clock).ensure({ id: cellId, name, database, transport, disabled })
  return { outcome: 'created', cellId }
}
