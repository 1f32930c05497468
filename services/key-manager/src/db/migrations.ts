import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'

/** Common columns of secrets, containers and orders. */
const owned = (db: Kysely<unknown>, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('creator_id', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('updated', 'text', (column) => column.notNull())

const index = async (db: Kysely<unknown>, table: string, ...columns: string[]): Promise<void> => {
  await db.schema.createIndex(`${table}_by_${columns[0]}`).on(table).columns(columns).execute()
}

const consumers = (db: Kysely<unknown>, table: string, owner: string) =>
  db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn(owner, 'text', (column) => column.notNull())

const secrets = async (db: Kysely<unknown>): Promise<void> => {
  await owned(db, 'secrets')
    .addColumn('name', 'text')
    .addColumn('secret_type', 'text', (column) => column.notNull())
    .addColumn('expiration', 'text')
    .addColumn('algorithm', 'text')
    .addColumn('bit_length', 'integer')
    .addColumn('mode', 'text')
    .addColumn('content_type', 'text')
    .addColumn('kek_id', 'text')
    .addColumn('sealed', 'text')
    .execute()
  await index(db, 'secrets', 'project_id', 'created', 'id')
  await index(db, 'secrets', 'kek_id')
  await db.schema
    .createTable('secret_metadata')
    .addColumn('secret_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('secret_metadata_key', ['secret_id', 'key'])
    .execute()
  await consumers(db, 'secret_consumers', 'secret_id')
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('resource_type', 'text', (column) => column.notNull())
    .addColumn('resource_id', 'text', (column) => column.notNull())
    .addUniqueConstraint('secret_consumers_once', ['secret_id', 'service', 'resource_type', 'resource_id'])
    .execute()
  await index(db, 'secret_consumers', 'project_id')
}

const containers = async (db: Kysely<unknown>): Promise<void> => {
  await owned(db, 'containers')
    .addColumn('name', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'containers', 'project_id', 'created', 'id')
  await db.schema
    .createTable('container_secrets')
    .addColumn('container_id', 'text', (column) => column.notNull())
    .addColumn('secret_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('container_secrets_key', ['container_id', 'secret_id', 'name'])
    .execute()
  await index(db, 'container_secrets', 'secret_id')
  await consumers(db, 'container_consumers', 'container_id')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addUniqueConstraint('container_consumers_once', ['container_id', 'name', 'url'])
    .execute()
  await index(db, 'container_consumers', 'project_id')
}

const acls = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('acls')
    .addColumn('owner_id', 'text', (column) => column.primaryKey())
    .addColumn('project_access', 'integer', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('updated', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('acl_users')
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('acl_users_key', ['owner_id', 'user_id'])
    .execute()
  await index(db, 'acl_users', 'user_id')
}

const keys = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('project_keks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('master_id', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'project_keks', 'project_id', 'created', 'id')
}

const quotas = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('project_quotas')
    .addColumn('project_id', 'text', (column) => column.primaryKey())
    .addColumn('secrets', 'integer')
    .addColumn('orders', 'integer')
    .addColumn('containers', 'integer')
    .addColumn('consumers', 'integer')
    .addColumn('cas', 'integer')
    .execute()
}

export const migrations: MigrationSet = {
  '0001-secrets': async (db) => {
    await secrets(db)
    await containers(db)
    await acls(db)
    await keys(db)
    await quotas(db)
    await owned(db, 'orders')
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('meta', 'text', (column) => column.notNull())
      .addColumn('secret_id', 'text')
      .addColumn('container_id', 'text')
      .addColumn('error_status_code', 'text')
      .addColumn('error_reason', 'text')
      .execute()
    await index(db, 'orders', 'project_id', 'created', 'id')
    await db.schema
      .createTable('preferred_stores')
      .addColumn('project_id', 'text', (column) => column.primaryKey())
      .addColumn('store_id', 'text', (column) => column.notNull())
      .execute()
  },
}
