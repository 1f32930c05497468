import type { MigrationSet } from '@nimbo/db/migrate'

export interface MemoTables {
  memos: { text: string; project_id: string; note: string }
}

export const migrations: MigrationSet = {
  '0001-memos': async (db) => {
    await db.schema
      .createTable('memos')
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .execute()
  },
}
