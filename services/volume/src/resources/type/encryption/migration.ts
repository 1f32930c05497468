import type { Kysely } from 'kysely'
import { withColumns, withId } from '../../../create-tables.ts'

export const createTypeEncryption = async (db: Kysely<unknown>): Promise<void> => {
  const table = withId(db, 'volume_type_encryption').addColumn('volume_type_id', 'text', (column) =>
    column.notNull().unique().references('volume_types.id').onDelete('cascade'),
  )
  const texts = withColumns(table, 'text', ['provider', 'control_location'], ['cipher'])
  await withColumns(texts, 'integer', [], ['key_size']).execute()
}
