import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { FlowTables } from './flow-tables.ts'

/** Flows that have not ended, which are those that wake some time: asked for so, the index of due flows leads to them. */
export const unfinished = (
  eb: ExpressionBuilder<FlowTables, 'flows'>,
): ExpressionWrapper<FlowTables, 'flows', SqlBool> => eb('wake_at', '>', '')
