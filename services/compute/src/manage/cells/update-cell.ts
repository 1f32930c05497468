import type { CellMappingRow } from '../../db/schema/api-tables.ts'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import { type CellClash, clashWith } from './cell-clash.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { chosenCells, openApi } from '../find-cell.ts'

export type CellChange = Partial<Pick<CellMappingRow, 'name' | 'database' | 'transport'>> & {
  readonly disabled?: boolean
}

export type CellUpdate =
  /** `already`: nothing had to change. */
  | { readonly outcome: 'updated'; readonly already?: 'disabled' | 'enabled' }
  | { readonly outcome: 'unknown' | 'cell0-stays-enabled' }
  | { readonly outcome: 'taken'; readonly clash: CellClash }

/** Changes a cell's name, addresses or `disabled` flag; cell0 cannot be disabled. */
export const updateCell = async (
  host: DatabaseHost,
  id: string,
  { disabled, ...change }: CellChange,
): Promise<CellUpdate> => {
  const cells = await chosenCells(host, undefined)
  const cell = cells.find((candidate) => candidate.id === id)
  if (cell === undefined) return { outcome: 'unknown' }
  const clash = clashWith(
    cells.filter((other) => other !== cell),
    change,
  )
  if (clash) return { outcome: 'taken', clash }
  if (disabled !== undefined && id === cell0Id) return { outcome: 'cell0-stays-enabled' }
  const values = { ...change, ...(disabled === undefined ? {} : { disabled: disabled ? 1 : 0 }) }
  if (Object.keys(values).length > 0)
    await (await openApi(host)).updateTable('cell_mappings').set(values).where('id', '=', id).execute()
  if (values.disabled !== cell.disabled) return { outcome: 'updated' }
  return { outcome: 'updated', already: disabled ? 'disabled' : 'enabled' }
}
