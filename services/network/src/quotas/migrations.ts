import { createKeptCounts, keepCount } from '@nimbo/db/kept-counts'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { withColumns } from '../create-tables.ts'

const createRest = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(db.schema.createTable('tags'), 'text', ['resource_id', 'tag'])
    .addPrimaryKeyConstraint('tags_pair', ['resource_id', 'tag'])
    .execute()
  await withColumns(db.schema.createTable('quotas'), 'text', ['project_id', 'resource'])
    .addColumn('hard_limit', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('quotas_pair', ['project_id', 'resource'])
    .execute()
}

const countPorts = async (db: Kysely<unknown>): Promise<void> => {
  await createKeptCounts(db)
  await keepCount(db, 'ports')
}

export const migrations: MigrationSet = {
  '0006-tags-and-quotas': createRest,
  '0098-counted-ports': countPorts,
}
