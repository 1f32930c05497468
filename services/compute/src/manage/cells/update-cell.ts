import { cell0Id, cellMappings } from '../../db/cell-mappings.ts'
import { cellSchema } from '../../schema.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'
import { type CreatedCell, type NewCell, takenBy } from './create-cell.ts'

export type UpdatedCell =
  | { readonly outcome: 'updated' | 'unknown' | 'cell0-stays-enabled' }
  | Extract<CreatedCell, { outcome: 'taken' }>

/** Changes what is given of a cell; roles follow it to new addresses within seconds. */
export const updateCell = async (
  host: DatabaseHost,
  cellId: string,
  changes: Partial<NewCell>,
): Promise<UpdatedCell> => {
  const { api, find, list } = await cellDatabases(host)
  const cell = await find(cellId)
  if (cell === undefined) return { outcome: 'unknown' }
  if (cellId === cell0Id && changes.disabled === true) return { outcome: 'cell0-stays-enabled' }
  const taken = takenBy(await list(), { ...changes, id: cellId })
  if (taken !== undefined) return taken
  if (changes.database !== undefined) await host.openDatabase(changes.database, cellSchema)
  await cellMappings(api, host.clock).ensure({ ...cell, disabled: cell.disabled !== 0, ...changes })
  return { outcome: 'updated' }
}
