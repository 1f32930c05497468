import type { Kysely } from 'kysely'
import type { ApiTables, CellMappingRow } from '../schema/api-tables.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import type { AskCell } from './ask-cell.ts'

/** Compute's databases: the API database, and one per cell (including `cell0Id`). */
export interface Databases {
  readonly api: Kysely<ApiTables>
  /** All cells, cell0 first; a new one appears within seconds. */
  readonly cells: () => Promise<readonly CellMappingRow[]>
  /** Queries a cell; rejects with `CellDown` when it refuses or does not answer in time. */
  readonly ask: AskCell
  /** Rejects for an unknown cell. */
  readonly cell: (cellId: string) => Promise<Kysely<CellTables>>
}
