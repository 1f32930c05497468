import type { Kysely } from 'kysely'

/** Service providers: other clouds that users of this one can log in to. */
export const createServiceProviders = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('service_providers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('auth_url', 'text', (c) => c.notNull())
    .addColumn('sp_url', 'text', (c) => c.notNull())
    .addColumn('relay_state_prefix', 'text', (c) => c.notNull())
    .execute()
}
