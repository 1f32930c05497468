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

/** The usage of a project's servers in a cell, or of one user's. */
export const cellUsage = async (
  cell: Kysely<CellTables>,
  projectId: string,
  userId?: string,
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
  return toUsage(await query.executeTakeFirstOrThrow())
}

/** The usage of a project's servers without a cell. */
export const pendingUsage = async (api: Kysely<ApiTables>, projectId: string): Promise<ServerUsage> => {
  const sums = await api
    .selectFrom('build_requests')
    .innerJoin('instance_mappings', 'instance_mappings.server_id', 'build_requests.server_id')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('instances'),
      fn.sum<number | string | null>('vcpus').as('cores'),
      fn.sum<number | string | null>('memory_mb').as('ram'),
    ])
    .where('build_requests.project_id', '=', projectId)
    .where('instance_mappings.cell_id', 'is', null)
    .executeTakeFirstOrThrow()
  return toUsage(sums)
}
