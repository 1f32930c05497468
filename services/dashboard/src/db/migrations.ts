import type { MigrationSet } from '@nimbo/db/migrate'

export const migrations: MigrationSet = {
  '0001-sessions': async (db) => {
    await db.schema
      .createTable('sessions')
      .addColumn('id_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('sessions_by_user')
      .on('sessions')
      .columns(['user_id', 'created_at'])
      .execute()
    await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute()
    await db.schema
      .createTable('login_links')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('sealed_token', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('login_links_by_expiry').on('login_links').column('expires_at').execute()
  },
}
