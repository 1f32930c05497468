import { inTransaction } from '@nimbo/db/in-transaction'
import type { DatabaseHost } from './cells-of.ts'
import { findCell, openApi, openCell } from './find-cell.ts'

export type CellDeletion = 'deleted' | 'unknown' | 'has-hosts' | 'has-servers'

/** Forgets a cell without servers; with `force` also one that still has hosts, which are forgotten too. Its database stays. */
export const deleteCell = async (
  host: DatabaseHost,
  id: string,
  { force }: { readonly force: boolean },
): Promise<CellDeletion> => {
  const cell = await findCell(host, id)
  if (cell === undefined) return 'unknown'
  const api = await openApi(host)
  const mapped = await api
    .selectFrom('host_mappings')
    .select('host')
    .where('cell_id', '=', id)
    .limit(1)
    .execute()
  if (mapped.length > 0 && !force) return 'has-hosts'
  const db = await openCell(host, cell)
  const living = await db
    .selectFrom('instances')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .execute()
  if (living.length > 0) return 'has-servers'
  await inTransaction(api, async (trx) => {
    await trx.deleteFrom('instance_mappings').where('cell_id', '=', id).execute()
    await trx.deleteFrom('host_mappings').where('cell_id', '=', id).execute()
    await trx.deleteFrom('cell_mappings').where('id', '=', id).execute()
  })
  return 'deleted'
}
