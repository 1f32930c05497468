import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { FlowTables } from './flow-tables.ts'

/** Flows that have not ended have a time to wake. For this comparison SQLite uses the index of due flows; for `is not null` it does not. */
export const unfinished = (
  eb: ExpressionBuilder<FlowTables, 'flows'>,
): ExpressionWrapper<FlowTables, 'flows', SqlBool> => eb('wake_at', '>', '')
