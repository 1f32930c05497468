import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import { bytewiseText } from '@nimbo/db/bytewise-text'
import { bytesType } from '@nimbo/db/bytes-type'
import type { MigrationSet } from '@nimbo/db/migrate'

export const migrations: MigrationSet = {
  '0001-objects': async (db) => {
    await db.schema
      .createTable('accounts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('metadata', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('containers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull().references('accounts.name'))
      .addColumn('name', bytewiseText(db), (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('metadata', 'text', (column) => column.notNull())
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('object_count', 'bigint', (column) => column.notNull())
      .addColumn('bytes_used', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('containers_by_name', ['account', 'name'])
      .execute()
    await db.schema
      .createTable('objects')
      .addColumn('container_id', 'text', (column) => column.notNull().references('containers.id'))
      .addColumn('name', bytewiseText(db), (column) => column.notNull())
      .addColumn('timestamp', 'text', (column) => column.notNull())
      .addColumn('etag', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('content_type', 'text', (column) => column.notNull())
      .addColumn('headers', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('blob', 'text')
      .addColumn('delete_at', 'bigint')
      .addPrimaryKeyConstraint('objects_key', ['container_id', 'name'])
      .execute()
    await db.schema.createIndex('objects_by_expiry').on('objects').column('delete_at').execute()
    await db.schema
      .createTable('blobs_in_doubt')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('until', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('blobs_in_doubt_by_instant').on('blobs_in_doubt').column('until').execute()
  },
  '0002-versions': async (db) => {
    await db.schema.alterTable('objects').addColumn('version_id', 'text').execute()
    await db.schema
      .createTable('object_versions')
      .addColumn('container_id', 'text', (column) => column.notNull().references('containers.id'))
      .addColumn('name', bytewiseText(db), (column) => column.notNull())
      .addColumn('version_id', 'text', (column) => column.notNull())
      .addColumn('is_marker', 'integer', (column) => column.notNull())
      .addColumn('timestamp', 'text', (column) => column.notNull())
      .addColumn('etag', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('content_type', 'text', (column) => column.notNull())
      .addColumn('headers', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('blob', 'text')
      .addColumn('delete_at', 'bigint')
      .addPrimaryKeyConstraint('object_versions_key', ['container_id', 'name', 'version_id'])
      .execute()
  },
  '0003-container-sync': async (db) => {
    await db.schema
      .createTable('container_sync_changes')
      .addColumn('container_id', 'text', (column) => column.notNull())
      .addColumn('name', bytewiseText(db), (column) => column.notNull())
      .addColumn('timestamp', 'text', (column) => column.notNull())
      .addColumn('is_deleted', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('container_sync_changes_key', ['container_id', 'name'])
      .execute()
  },
  '0004-recon': async (db) => {
    await db.schema
      .createTable('recon_figures')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
  },
  '0005-containers-by-name': async (db) => {
    await db.schema.createIndex('containers_by_their_name').on('containers').column('name').execute()
  },
  '0006-notifications': outboxMigration,
  '0007-small-bytes': async (db) => {
    await db.schema
      .createTable('small_bytes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('bytes', bytesType(db), (column) => column.notNull())
      .execute()
  },
  '0008-uploads-in-doubt': async (db) => {
    await db.schema
      .createTable('uploads_in_doubt')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('bucket', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .execute()
  },
}
