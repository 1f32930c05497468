import type { Kysely } from 'kysely'
import { index, withColumns, withId } from '../../create-tables.ts'

export const createBackups = async (db: Kysely<unknown>): Promise<void> => {
  const texts = withColumns(
    withId(db, 'backups'),
    'text',
    ['project_id', 'user_id', 'volume_id', 'status', 'data_timestamp', 'metadata', 'image_metadata'],
    [
      ...['snapshot_id', 'parent_id', 'name', 'description', 'container', 'service', 'host'],
      ...['availability_zone', 'fail_reason'],
    ],
  )
  await withColumns(texts, 'integer', ['size', 'object_count', 'bootable']).execute()
  await index(db, 'backups', 'project_id', 'created_at', 'id')
  await index(db, 'backups', 'volume_id')
  await index(db, 'backups', 'parent_id')
}
