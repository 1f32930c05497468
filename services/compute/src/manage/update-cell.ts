import type { CellMappingRow } from '../db/api-tables.ts'
import { cell0Id } from '../db/cell-mappings.ts'
import type { DatabaseHost } from './cells-of.ts'
import { findCell, openApi } from './find-cell.ts'

export type CellChange = Partial<Pick<CellMappingRow, 'name' | 'database' | 'transport'>> & {
  readonly disabled?: boolean
}

/** Changes a cell's name or addresses, or whether new servers may come to it. cell0 cannot be disabled. */
export const updateCell = async (
  host: DatabaseHost,
  id: string,
  { disabled, ...change }: CellChange,
): Promise<'updated' | 'unknown' | 'is-cell0'> => {
  if ((await findCell(host, id)) === undefined) return 'unknown'
  if (disabled === true && id === cell0Id) return 'is-cell0'
  const values = { ...change, ...(disabled === undefined ? {} : { disabled: disabled ? 1 : 0 }) }
  if (Object.keys(values).length > 0)
    await (await openApi(host)).updateTable('cell_mappings').set(values).where('id', '=', id).execute()
  return 'updated'
}
