import type { Kysely } from 'kysely'

/** Credentials of users with encrypted secrets. */
export const createCredentials = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('credentials')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('encrypted_blob', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('credentials_by_user').on('credentials').columns(['user_id', 'type']).execute()
  await schema.createIndex('credentials_by_project').on('credentials').column('project_id').execute()
  await schema.createIndex('credentials_by_key').on('credentials').column('key_hash').execute()
}
