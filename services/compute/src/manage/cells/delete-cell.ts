import { inTransaction } from '@nimbo/db/in-transaction'
import type { DatabaseHost } from '../cells-of.ts'
import { findCell, openApi, openCell } from '../find-cell.ts'

export type CellDeletion = 'deleted' | 'unknown' | 'has-hosts' | 'has-servers' | 'has-deleted-servers'

/**
 * Deletes a cell's mapping; its database stays. Fails if it has servers, or gets a host or server meanwhile. With `force`, also
 * deletes host mappings and those of deleted servers that are not archived yet.
 */
export const deleteCell = async (
  host: DatabaseHost,
  id: string,
  { force }: { readonly force: boolean },
): Promise<CellDeletion> => {
  const cell = await findCell(host, id)
  if (cell === undefined) return 'unknown'
  const api = await openApi(host)
  const isMapped = async (table: 'host_mappings' | 'instance_mappings'): Promise<boolean> =>
    (await api.selectFrom(table).select('cell_id').where('cell_id', '=', id).limit(1).execute()).length > 0
  if (!force && (await isMapped('host_mappings'))) return 'has-hosts'
  const db = await openCell(host, cell)
  const living = db.selectFrom('instances').select('id').where('deleted_at', 'is', null).limit(1)
  if ((await living.execute()).length > 0) return 'has-servers'
  if (!force && (await isMapped('instance_mappings'))) return 'has-deleted-servers'
  await inTransaction(api, async (trx) => {
    if (force) {
      await trx.deleteFrom('instance_mappings').where('cell_id', '=', id).execute()
      await trx.deleteFrom('host_mappings').where('cell_id', '=', id).execute()
    }
    await trx.deleteFrom('cell_mappings').where('id', '=', id).execute()
  })
  return 'deleted'
}
