import type { Kysely } from 'kysely'

/** The data for password and login rules: age and author of passwords, former passwords, failed logins, last activity. */
export const addPasswordRules = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema.alterTable('users').addColumn('password_created_at', 'text').execute()
  await schema
    .alterTable('users')
    .addColumn('password_self_service', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('users').addColumn('created_at', 'text').execute()
  await schema
    .createTable('former_passwords')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('replaced_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('former_passwords_key', ['user_id', 'password_hash'])
    .execute()
  await schema
    .createTable('login_records')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('failed_attempts', 'integer', (c) => c.notNull())
    .addColumn('last_failed_at', 'text')
    .addColumn('last_active_on', 'text')
    .execute()
}
