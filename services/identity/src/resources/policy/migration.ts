import type { Kysely } from 'kysely'

/** Policies and their associations with an endpoint, a service, or a service in a region. */
export const createPolicies = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('policies')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('policy_associations')
    .addColumn('place', 'text', (c) => c.primaryKey())
    .addColumn('policy_id', 'text', (c) => c.notNull().references('policies.id').onDelete('cascade'))
    .addColumn('endpoint_id', 'text', (c) => c.references('endpoints.id').onDelete('cascade'))
    .addColumn('service_id', 'text', (c) => c.references('services.id').onDelete('cascade'))
    .addColumn('region_id', 'text', (c) => c.references('regions.id').onDelete('cascade'))
    .execute()
  await schema
    .createIndex('policy_associations_by_policy')
    .on('policy_associations')
    .column('policy_id')
    .execute()
}
