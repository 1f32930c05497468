import type { CellMappingRow } from '../../db/schema/api-tables.ts'

/** Another cell already uses a name or address. */
export interface CellClash {
  readonly what: 'name' | 'address'
  /** The other cell's id. */
  readonly by: string
}

/** Checks a cell's name and addresses against the existing cells. */
export const clashWith = (
  cells: readonly CellMappingRow[],
  wish: Partial<Pick<CellMappingRow, 'name' | 'database' | 'transport'>>,
): CellClash | undefined => {
  const sameAddress = cells.find(
    ({ database, transport }) => database === wish.database || transport === wish.transport,
  )
  if (sameAddress) return { what: 'address', by: sameAddress.id }
  const sameName = cells.find(({ name }) => name === wish.name)
  return sameName && { what: 'name', by: sameName.id }
}
