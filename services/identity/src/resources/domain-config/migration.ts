import type { Kysely } from 'kysely'

/** Options set per domain. */
export const createDomainConfig = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('domain_config')
    .addColumn('domain_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('group_name', 'text', (c) => c.notNull())
    .addColumn('option_name', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('domain_config_key', ['domain_id', 'group_name', 'option_name'])
    .execute()
}
