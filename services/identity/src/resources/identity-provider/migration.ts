import type { Kysely } from 'kysely'

/** Identity providers, protocols and mappings; federated users and their memberships. */
export const createFederation = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('identity_providers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domain_id', 'text', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('authorization_ttl', 'integer')
    .addColumn('remote_ids', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('mappings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('rules', 'text', (c) => c.notNull())
    .addColumn('schema_version', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('federation_protocols')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('idp_id', 'text', (c) => c.notNull().references('identity_providers.id').onDelete('cascade'))
    .addColumn('mapping_id', 'text', (c) => c.notNull())
    .addColumn('remote_id_attribute', 'text')
    .addPrimaryKeyConstraint('federation_protocols_key', ['idp_id', 'id'])
    .execute()
  await schema
    .createTable('federated_users')
    .addColumn('idp_id', 'text', (c) => c.notNull().references('identity_providers.id').onDelete('cascade'))
    .addColumn('protocol_id', 'text', (c) => c.notNull())
    .addColumn('unique_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('federated_users_key', ['idp_id', 'protocol_id', 'unique_id'])
    .execute()
  await schema
    .createTable('federated_memberships')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('idp_id', 'text', (c) => c.notNull().references('identity_providers.id').onDelete('cascade'))
    .addColumn('group_id', 'text', (c) => c.notNull().references('groups.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('federated_memberships_key', ['user_id', 'idp_id', 'group_id'])
    .execute()
  await schema
    .createIndex('federated_memberships_by_group')
    .on('federated_memberships')
    .column('group_id')
    .execute()
  await schema.createIndex('federated_users_by_user').on('federated_users').column('user_id').execute()
}
