import type { Kysely } from 'kysely'
import { cell0Id, cellMappings } from '../db/cell-mappings.ts'
import type { CellTables } from '../db/cell-tables.ts'
import type { ComputeApiDeps } from './app.ts'

/** Asks every cell that has hosts, at once, and joins the answers in the order of the cells. */
export const everyCell = async <Result>(
  { databases, clock }: Pick<ComputeApiDeps, 'databases' | 'clock'>,
  ask: (cell: Kysely<CellTables>, cellId: string) => Promise<readonly Result[]>,
): Promise<readonly Result[]> => {
  const cells = await cellMappings(databases.api, clock).list()
  const answers = await Promise.all(
    cells.filter(({ id }) => id !== cell0Id).map(async ({ id }) => ask(await databases.cell(id), id)),
  )
  return answers.flat()
}
