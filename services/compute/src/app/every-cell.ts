import type { Kysely } from 'kysely'
import { cell0Id } from '../db/cells/cell-mappings.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { unlessDown } from '../db/cells/ask-cell.ts'
import type { Databases } from '../db/cells/databases.ts'

/** The answer of a cell; undefined when the cell is down. */
export interface CellAnswer<Answer> {
  readonly cellId: string
  readonly answer: Answer | undefined
}

interface Deps {
  readonly databases: Databases
}

type Question<Answer> = (cell: Kysely<CellTables>, cellId: string) => Promise<Answer>

/** Queries all cells with hosts concurrently; answers are in the order of the cells. */
export const askEachCell = async <Answer>(
  { databases }: Deps,
  ask: Question<Answer>,
): Promise<readonly CellAnswer<Answer>[]> => {
  const cells = (await databases.cells()).filter(({ id }) => id !== cell0Id)
  return Promise.all(
    cells.map(async ({ id: cellId }) => ({
      cellId,
      answer: await unlessDown(databases.ask(cellId, (cell) => ask(cell, cellId))),
    })),
  )
}

/** Queries all cells with hosts and joins the answers in the order of the cells. Cells that are down are left out. */
export const everyCell = async <Result>(
  deps: Deps,
  ask: Question<readonly Result[]>,
): Promise<readonly Result[]> => (await askEachCell(deps, ask)).flatMap(({ answer }) => answer ?? [])
