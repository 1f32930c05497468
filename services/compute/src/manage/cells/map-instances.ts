import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables, InstanceMappingRow } from '../../db/schema/api-tables.ts'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { type MappingMarker, mappingMarkers } from '../../db/cells/mapping-markers.ts'
import { behindServer } from '../behind-server.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { findCell, openApi, openCell } from '../find-cell.ts'

export interface MappingOrder {
  /** Stop after this many servers; all by default. */
  readonly maxCount?: number | undefined
  /** Start at the oldest server instead of where the last run stopped. */
  readonly reset?: boolean
}

export interface MappedInstances {
  /** Servers that had no mapping. */
  readonly mapped: number
  /** Whether all servers of the cell were processed. */
  readonly complete: boolean
}

const pageSize = 500

/** Servers of a cell by age, including deleted ones, because their data is found through the mapping. */
const serversBehind = (db: Kysely<CellTables>, marker: MappingMarker | undefined, limit: number) => {
  let query = db
    .selectFrom('instances')
    .select(['id', 'project_id', 'user_id', 'created_at', 'deleted_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
  if (marker !== undefined) query = query.where(behindServer(marker))
  return query.execute()
}

/** Maps unmapped servers; returns how many. */
const addMappings = async (
  api: Kysely<ApiTables>,
  mappings: readonly InstanceMappingRow[],
): Promise<number> => {
  if (mappings.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await api
    .insertInto('instance_mappings')
    .values(mappings)
    .onConflict((conflict) => conflict.column('server_id').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

const mapFrom = async (
  { api, db, clock }: { api: Kysely<ApiTables>; db: Kysely<CellTables>; clock: Clock },
  cellId: string,
  { maxCount = Number.POSITIVE_INFINITY, reset = false }: MappingOrder,
): Promise<MappedInstances> => {
  const markers = mappingMarkers(api, clock)
  let marker = reset ? undefined : await markers.find(cellId)
  let [looked, mapped] = [0, 0]
  for (;;) {
    const most = Math.min(pageSize, maxCount - looked)
    const found = await serversBehind(db, marker, most + 1)
    const page = found.slice(0, most)
    const mappings = page.map(({ id, deleted_at, ...server }) => ({
      ...{ server_id: id, cell_id: cellId, ...server },
      queued_for_delete: deleted_at === null ? 0 : 1,
    }))
    mapped += await addMappings(api, mappings)
    looked += page.length
    const last = page.at(-1)
    if (last === undefined || found.length === page.length) {
      await markers.remove(cellId)
      return { mapped, complete: true }
    }
    marker = { serverId: last.id, createdAt: last.created_at }
    if (looked >= maxCount) {
      await markers.set(cellId, marker)
      return { mapped, complete: false }
    }
  }
}

/**
 * Maps unmapped servers of a cell, oldest first; undefined when the cell does not exist. After a run limited by
 * `maxCount`, the next run continues there; an interrupted run is repeated.
 */
export const mapInstances = async (
  host: DatabaseHost,
  cellId: string,
  order: MappingOrder = {},
): Promise<MappedInstances | undefined> => {
  const cell = await findCell(host, cellId)
  if (cell === undefined) return undefined
  const databases = { api: await openApi(host), db: await openCell(host, cell), clock: host.clock }
  return mapFrom(databases, cellId, order)
}
