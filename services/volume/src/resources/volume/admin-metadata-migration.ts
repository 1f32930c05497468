import { type Kysely, sql } from 'kysely'

/** Creates the table of admin metadata, and moves there what was stored in the users' metadata and in a column. */
export const addAdminMetadata = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('volume_admin_metadata')
    .addColumn('volume_id', 'text', (column) => column.notNull().references('volumes.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('volume_admin_metadata_key', ['volume_id', 'key'])
    .execute()
  await db.schema
    .createIndex('volume_admin_metadata_by_pair')
    .on('volume_admin_metadata')
    .columns(['key', 'value'])
    .execute()
  const ofServices = sql`key like 'nimbo\\_made\\_for\\_%' escape '\\'`
  await sql`insert into volume_admin_metadata (volume_id, key, value)
    select volume_id, key, value from volume_metadata where ${ofServices}`.execute(db)
  await sql`delete from volume_metadata where ${ofServices}`.execute(db)
  await sql`insert into volume_admin_metadata (volume_id, key, value)
    select id, 'readonly', 'True' from volumes where readonly = 1`.execute(db)
  await db.schema.alterTable('volumes').dropColumn('readonly').execute()
}
