import type { Kysely } from 'kysely'

export const createQuotaClasses = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('quota_classes')
    .addColumn('class_name', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('hard_limit', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_classes_key', ['class_name', 'resource'])
    .execute()
}
