import type { Kysely } from 'kysely'

/**
 * Access rules of users, and the application credentials that use them. A rule remains when its credentials are deleted, but not
 * when its user is.
 */
export const createAccessRules = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('access_rules')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addUniqueConstraint('access_rules_by_what_they_allow', ['user_id', 'service', 'path', 'method'])
    .execute()
  await schema
    .createTable('application_credential_access_rules')
    .addColumn('application_credential_id', 'text', (c) =>
      c.notNull().references('application_credentials.id').onDelete('cascade'),
    )
    .addColumn('access_rule_id', 'text', (c) => c.notNull().references('access_rules.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('application_credential_access_rules_key', [
      'application_credential_id',
      'access_rule_id',
    ])
    .execute()
  await schema
    .createIndex('application_credential_access_rules_by_rule')
    .on('application_credential_access_rules')
    .column('access_rule_id')
    .execute()
}
