import type { Kysely } from 'kysely'
import { everyCell } from '../app/every-cell.ts'
import type { Databases } from '../db/cells/databases.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'

/** Like {@link everyCell}, but skips disabled cells, to which no servers are scheduled. */
export const everyEnabledCell = async <Result>(
  deps: { readonly databases: Databases },
  ask: (cell: Kysely<CellTables>, cellId: string) => Promise<readonly Result[]>,
): Promise<readonly Result[]> => {
  const cells = await deps.databases.cells()
  const disabled = new Set(cells.filter((cell) => cell.disabled !== 0).map(({ id }) => id))
  return everyCell(deps, async (cell, cellId) => (disabled.has(cellId) ? [] : ask(cell, cellId)))
}
