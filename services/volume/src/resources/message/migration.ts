import type { Kysely } from 'kysely'
import { index, withColumns, withId } from '../../create-tables.ts'

export const createMessages = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(
    withId(db, 'messages'),
    'text',
    [
      ...['project_id', 'event_id', 'user_message', 'message_level', 'resource_type'],
      ...['request_id', 'guaranteed_until'],
    ],
    ['resource_uuid'],
  ).execute()
  await index(db, 'messages', 'project_id', 'created_at', 'id')
  await index(db, 'messages', 'guaranteed_until')
}
