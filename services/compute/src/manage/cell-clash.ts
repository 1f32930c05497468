import type { CellMappingRow } from '../db/schema/api-tables.ts'

/** Another cell has what a cell is to have. */
export interface CellClash {
  readonly what: 'name' | 'address'
  /** Its id. */
  readonly by: string
}

/** What of a name and addresses a cell that is among these has already. */
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
