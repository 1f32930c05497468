import type { Kysely } from 'kysely'
import { withColumns, withId } from '../../create-tables.ts'

export const createGroupTypes = async (db: Kysely<unknown>): Promise<void> => {
  const table = withId(db, 'group_types').addColumn('name', 'text', (column) => column.notNull().unique())
  const texts = withColumns(table, 'text', ['group_specs'], ['description'])
  await withColumns(texts, 'integer', ['is_public']).execute()
}
