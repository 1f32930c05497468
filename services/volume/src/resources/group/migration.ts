import type { Kysely } from 'kysely'
import { index, withColumns, withId } from '../../create-tables.ts'

export const createGroups = async (db: Kysely<unknown>): Promise<void> => {
  const owned = ['project_id', 'user_id', 'status', 'group_type_id']
  const named = ['name', 'description']
  await withColumns(
    withId(db, 'volume_groups'),
    'text',
    [...owned, 'availability_zone', 'volume_types'],
    [...named, 'host'],
  ).execute()
  await withColumns(withId(db, 'group_snapshots'), 'text', [...owned, 'group_id'], named).execute()
  await index(db, 'volume_groups', 'project_id', 'created_at', 'id')
  await index(db, 'group_snapshots', 'project_id', 'created_at', 'id')
  await index(db, 'group_snapshots', 'group_id')
}
