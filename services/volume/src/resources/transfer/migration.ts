import type { Kysely } from 'kysely'
import { index, withColumns, withId } from '../../create-tables.ts'

export const createTransfers = async (db: Kysely<unknown>): Promise<void> => {
  const table = withColumns(
    withId(db, 'volume_transfers'),
    'text',
    ['project_id', 'volume_id', 'salt', 'key_hash'],
    ['name'],
  )
  await withColumns(table, 'integer', ['no_snapshots']).execute()
  await index(db, 'volume_transfers', 'project_id', 'created_at', 'id')
  await index(db, 'volume_transfers', 'volume_id')
}
