import { inTransaction } from '@nimbo/db/in-transaction'
import type { CellMappingRow } from '../../db/api-tables.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { type CellDatabases, cellDatabases } from './cell-databases.ts'

/** Nova's exit codes: 0, 1 (`unknown`), 2 (`has-hosts`), 3 (`has-servers`), 4 (`has-deleted-servers`). */
export type DeletedCell = 'deleted' | 'unknown' | 'has-hosts' | 'has-servers' | 'has-deleted-servers'

/** What keeps a cell from being deleted; living servers do even where the rest is forced. */
const obstacle = async (
  { api, open }: CellDatabases,
  cell: CellMappingRow,
  force: boolean,
): Promise<DeletedCell | undefined> => {
  const hosted = api.selectFrom('host_mappings').select('host').where('cell_id', '=', cell.id)
  if (!force && (await hosted.executeTakeFirst()) !== undefined) return 'has-hosts'
  const living = (await open(cell)).selectFrom('instances').select('id').where('deleted_at', 'is', null)
  if ((await living.executeTakeFirst()) !== undefined) return 'has-servers'
  const mapped = api.selectFrom('instance_mappings').select('server_id').where('cell_id', '=', cell.id)
  if (!force && (await mapped.executeTakeFirst()) !== undefined) return 'has-deleted-servers'
  return undefined
}

/** Forgets a cell. With `force` also what is left of its hosts and of servers that were deleted; its database stays. */
export const deleteCell = async (
  host: DatabaseHost,
  cellId: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<DeletedCell> => {
  const databases = await cellDatabases(host)
  const cell = await databases.find(cellId)
  if (cell === undefined) return 'unknown'
  const inTheWay = await obstacle(databases, cell, force)
  if (inTheWay !== undefined) return inTheWay
  await inTransaction(databases.api, async (trx) => {
    const servers = trx.selectFrom('instance_mappings').select('server_id').where('cell_id', '=', cellId)
    await trx.deleteFrom('request_specs').where('server_id', 'in', servers).execute()
    await trx.deleteFrom('instance_mappings').where('cell_id', '=', cellId).execute()
    await trx.deleteFrom('host_mappings').where('cell_id', '=', cellId).execute()
    await trx.deleteFrom('cell_mappings').where('id', '=', cellId).execute()
  })
  return 'deleted'
}
