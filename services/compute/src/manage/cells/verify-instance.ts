import { instanceMappings } from '../../db/instance-mappings.ts'
import { instances } from '../../db/instances.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'

/**
 * Where a server is. Nova's exit codes: 0 (`in-cell`), 1 (`unmapped`), 2 (`no-cell-yet`), 3 (`deleted`: its cell has it
 * struck out), 4 (`archived`: its cell has it no more).
 */
export type VerifiedInstance =
  | { readonly standing: 'unmapped' | 'no-cell-yet' }
  | {
      readonly standing: 'in-cell' | 'deleted' | 'archived'
      readonly cellId: string
      readonly cellName: string
    }

/** Follows the mapping of a server into its cell. */
export const verifyInstance = async (host: DatabaseHost, serverId: string): Promise<VerifiedInstance> => {
  const { api, find, open } = await cellDatabases(host)
  const mapping = await instanceMappings(api, host.clock).find(serverId)
  if (mapping === undefined) return { standing: 'unmapped' }
  const cell = mapping.cell_id === null ? undefined : await find(mapping.cell_id)
  if (cell === undefined) return { standing: 'no-cell-yet' }
  const server = await instances(await open(cell), host.clock).find(serverId, { deleted: true })
  const where = { cellId: cell.id, cellName: cell.name }
  if (server === undefined) return { standing: 'archived', ...where }
  return { standing: server.deletedAt === null ? 'in-cell' : 'deleted', ...where }
}
