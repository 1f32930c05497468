import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { MappingMarker } from '../db/cells/mapping-markers.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'

/** The condition for servers behind a marker when they are ordered by age. */
export const behindServer =
  (marker: MappingMarker) =>
  ({ eb, or, and }: ExpressionBuilder<CellTables, 'instances'>): Expression<SqlBool> =>
    or([
      eb('created_at', '>', marker.createdAt),
      and([eb('created_at', '=', marker.createdAt), eb('id', '>', marker.serverId)]),
    ])
