import { afterRow, type SortColumn } from '@nimbo/db/keyset'
import type { Kysely } from 'kysely'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import type { Period } from '../../domain/usage/server-hours.ts'
import type { CellTables } from '../schema/cell-tables.ts'

/** A server that existed during a period, even if it is deleted by now. */
export interface LivedServer {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly flavor: EmbeddedFlavor
  readonly vmState: string
  readonly launchedAt: string
  readonly terminatedAt: string | null
}

export interface LivedPage {
  readonly period: Period
  /** Undefined for all projects. */
  readonly projectId?: string
  readonly limit: number
  readonly after?: Pick<LivedServer, 'id' | 'projectId'>
}

const order: readonly SortColumn[] = [
  { column: 'project_id', direction: 'asc' },
  { column: 'id', direction: 'asc' },
]

/** The servers of a cell that existed during a period, ordered by project. */
export const livedServers = async (
  cell: Kysely<CellTables>,
  { period, projectId, limit, after }: LivedPage,
): Promise<readonly LivedServer[]> => {
  let query = cell
    .selectFrom('instances')
    .select(['id', 'name', 'project_id', 'flavor', 'vm_state', 'launched_at', 'terminated_at'])
    .where('launched_at', '<', period.stop)
    .where(({ or, eb }) => or([eb('terminated_at', 'is', null), eb('terminated_at', '>', period.start)]))
    .orderBy('project_id')
    .orderBy('id')
    .limit(limit)
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  if (after !== undefined) query = query.where(afterRow(order, { project_id: after.projectId, id: after.id }))
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    projectId: row.project_id,
    flavor: JSON.parse(row.flavor),
    vmState: row.vm_state,
    launchedAt: row.launched_at ?? period.stop,
    terminatedAt: row.terminated_at,
  }))
}

/** The project of a server, deleted or not; undefined when the cell never had it. */
export const projectOfServer = async (cell: Kysely<CellTables>, id: string): Promise<string | undefined> => {
  const row = await cell.selectFrom('instances').select('project_id').where('id', '=', id).executeTakeFirst()
  return row?.project_id
}
