import type { Kysely } from 'kysely'
import type { ServerUsage } from '../../domain/quotas/server-usage.ts'
import type { ApiTables } from '../schema/api-tables.ts'
import type { CellTables } from '../schema/cell-tables.ts'

interface Sums {
  readonly instances: number | string
  readonly cores: number | string | null
  readonly ram: number | string | null
}

// PostgreSQL returns sums as text, and the sum of no rows as null.
const toUsage = ({ instances, cores, ram }: Sums): ServerUsage => ({
  instances: Number(instances),
  cores: Number(cores ?? 0),
  ram: Number(ram ?? 0),
})

interface Counted {
  readonly userId?: string
  /** Servers that are not counted here, because their build requests are counted. */
  readonly besides?: readonly string[]
}

/** The usage of a project's servers in a cell, or of one user's. */
export const cellUsage = async (
  cell: Kysely<CellTables>,
  projectId: string,
  { userId, besides = [] }: Counted = {},
): Promise<ServerUsage> => {
  let query = cell
    .selectFrom('instances')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('instances'),
      fn.sum<number | string | null>('vcpus').as('cores'),
      fn.sum<number | string | null>('memory_mb').as('ram'),
    ])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    // Soft-deleted servers do not count.
    .where('vm_state', '!=', 'soft-delete')
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (besides.length > 0) query = query.where('id', 'not in', besides)
  return toUsage(await query.executeTakeFirstOrThrow())
}

/** A requested server that may not be recorded in a cell yet. */
export interface PendingServer extends ServerUsage {
  readonly serverId: string
}

/** More servers than any project's quota allows to be built at the same time. */
const mostPending = 10_000

/** The future usage of each requested server of a project, or of one user within it. */
export const pendingUsage = async (
  api: Kysely<ApiTables>,
  projectId: string,
  userId?: string,
): Promise<readonly PendingServer[]> => {
  let query = api
    .selectFrom('build_requests')
    .select(['server_id', 'vcpus as cores', 'memory_mb as ram'])
    .where('project_id', '=', projectId)
    .orderBy('server_id')
    .limit(mostPending)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return (await query.execute()).map(({ server_id: serverId, cores, ram }) => ({
    serverId,
    ...toUsage({ instances: 1, cores, ram }),
  }))
}
