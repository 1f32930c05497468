import type { Kysely } from 'kysely'
import { unlessDown } from '../cells/ask-cell.ts'
import type { Databases } from '../cells/databases.ts'
import { cell0Id } from '../db/cell-mappings.ts'
import type { CellTables } from '../db/cell-tables.ts'

/** Asks every cell that has hosts, at once, and joins the answers in the order of the cells. Those that are down are left out. */
export const everyCell = async <Result>(
  { databases }: { readonly databases: Databases },
  ask: (cell: Kysely<CellTables>, cellId: string) => Promise<readonly Result[]>,
): Promise<readonly Result[]> => {
  const cells = (await databases.cells()).filter(({ id }) => id !== cell0Id)
  const answers = await Promise.all(
    cells.map(({ id }) => unlessDown(databases.ask(id, (cell) => ask(cell, id)))),
  )
  return answers.flatMap((answer) => answer ?? [])
}
