import type { MigrationSet } from '@nimbo/db/migrate'
import { flowsDueMigration } from '@nimbo/durable/flows-due-migration'
import { flowsMigration } from '@nimbo/durable/flows-migration'
import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import type { Kysely } from 'kysely'
import type { ImageTables } from './tables.ts'

export const migrations: MigrationSet = {
  '0001-images': async (db) => {
    await db.schema
      .createTable('images')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('visibility', 'text', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('disk_format', 'text')
      .addColumn('container_format', 'text')
      .addColumn('min_disk', 'integer', (column) => column.notNull())
      .addColumn('min_ram', 'integer', (column) => column.notNull())
      .addColumn('protected', 'integer', (column) => column.notNull())
      .addColumn('hidden', 'integer', (column) => column.notNull())
      .addColumn('size', 'bigint')
      .addColumn('virtual_size', 'bigint')
      .addColumn('checksum', 'text')
      .addColumn('hash_value', 'text')
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('properties', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('images_by_owner').on('images').columns(['owner', 'created_at']).execute()
    await db.schema
      .createIndex('images_by_visibility')
      .on('images')
      .columns(['visibility', 'created_at'])
      .execute()
    await db.schema
      .createTable('image_members')
      .addColumn('image_id', 'text', (column) => column.notNull().references('images.id').onDelete('cascade'))
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('image_members_key', ['image_id', 'member_id'])
      .execute()
    await db.schema
      .createIndex('image_members_by_member')
      .on('image_members')
      .columns(['member_id', 'status'])
      .execute()
  },
  '0002-uploads': async (db) => {
    for (const name of ['upload_id', 'upload_until', 'location'])
      await db.schema.alterTable('images').addColumn(name, 'text').execute()
    const images = db as Kysely<ImageTables>
    await images
      .updateTable('images')
      .set(({ ref }) => ({ location: ref('id') }))
      .where('size', 'is not', null)
      .execute()
    // Uploads under way belong to a process of an older version, which is no longer running.
    await images
      .updateTable('images')
      .set(({ ref }) => ({ upload_id: ref('id'), upload_until: '' }))
      .where('status', '=', 'saving')
      .execute()
    await db.schema.createIndex('images_by_upload').on('images').column('upload_until').execute()
  },
  '0003-notifications': outboxMigration,
  '0004-stores-and-imports': async (db) => {
    await db.schema
      .alterTable('images')
      .addColumn('stores', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
    for (const name of ['staged', 'import_task', 'importing_to', 'failed_imports'])
      await db.schema.alterTable('images').addColumn(name, 'text').execute()
    // Older versions had one store, which has this id.
    await (db as Kysely<ImageTables>)
      .updateTable('images')
      .set({ stores: '["file"]' })
      .where('location', 'is not', null)
      .execute()
    await db.schema
      .createTable('tasks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('user_id', 'text')
      .addColumn('request_id', 'text')
      .addColumn('image_id', 'text')
      .addColumn('input', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('tasks_by_owner').on('tasks').columns(['owner', 'created_at']).execute()
    await db.schema.createIndex('tasks_by_image').on('tasks').columns(['image_id', 'created_at']).execute()
    await db.schema.createIndex('tasks_by_end').on('tasks').column('expires_at').execute()
    await flowsMigration(db)
  },
  '0005-metadata-definitions': async (db) => {
    await db.schema
      .createTable('metadef_namespaces')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('namespace', 'text', (column) => column.notNull().unique())
      .addColumn('display_name', 'text')
      .addColumn('description', 'text')
      .addColumn('visibility', 'text', (column) => column.notNull())
      .addColumn('protected', 'integer', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('metadef_items')
      .addColumn('namespace_id', 'text', (column) =>
        column.notNull().references('metadef_namespaces.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('metadef_items_key', ['namespace_id', 'kind', 'name'])
      .execute()
    await db.schema
      .createTable('metadef_resource_types')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
  },
  '0006-cache': async (db) => {
    await db.schema
      .createTable('cached_images')
      .addColumn('node', 'text', (column) => column.notNull())
      .addColumn('image_id', 'text', (column) => column.notNull())
      .addColumn('key', 'text')
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('hits', 'integer', (column) => column.notNull())
      .addColumn('last_accessed', 'text', (column) => column.notNull())
      .addColumn('last_modified', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('cached_images_key', ['node', 'image_id'])
      .execute()
    await db.schema.createIndex('cached_images_by_image').on('cached_images').column('image_id').execute()
  },
  '0007-addresses': async (db) => {
    await db.schema
      .alterTable('images')
      .addColumn('addresses', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
  },
  '0008-flows-due': flowsDueMigration,
  '0009-deleted-images': async (db) => {
    await db.schema
      .createTable('deleted_images')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('deleted_at', 'text', (column) => column.notNull())
      .execute()
  },
}
