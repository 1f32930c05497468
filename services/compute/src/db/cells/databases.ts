import type { Kysely } from 'kysely'
import type { ApiTables, CellMappingRow } from '../schema/api-tables.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import type { AskCell } from './ask-cell.ts'

/** Compute's databases: the one of the API, and one a cell (`cell0Id` among them). */
export interface Databases {
  readonly api: Kysely<ApiTables>
  /** The cells of the cloud, cell0 first; one that was added is there within seconds. */
  readonly cells: () => Promise<readonly CellMappingRow[]>
  /** What a cell answers; rejects with `CellDown` when it refuses, or is silent for too long. */
  readonly ask: AskCell
  /** Rejects when no cell has that id. */
  readonly cell: (cellId: string) => Promise<Kysely<CellTables>>
}
