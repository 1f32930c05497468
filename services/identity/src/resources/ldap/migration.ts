import type { Kysely } from 'kysely'

/** Maps public ids of users and groups to their ids on the LDAP server. */
export const createIdMapping = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('id_mapping')
    .addColumn('public_id', 'text', (c) => c.primaryKey())
    .addColumn('domain_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('entity_type', 'text', (c) => c.notNull())
    .addColumn('local_id', 'text', (c) => c.notNull())
    .addUniqueConstraint('id_mapping_local', ['domain_id', 'entity_type', 'local_id'])
    .execute()
}
