import { type Kysely, sql } from 'kysely'

/** Registered limits, and the limits that override them for projects and domains. */
export const createLimits = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  await schema
    .createTable('registered_limits')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('service_id', 'text', (c) => c.notNull().references('services.id').onDelete('cascade'))
    .addColumn('region_id', 'text', (c) => c.references('regions.id').onDelete('cascade'))
    .addColumn('resource_name', 'text', (c) => c.notNull())
    .addColumn('default_limit', 'integer', (c) => c.notNull())
    .addColumn('description', 'text')
    .execute()
  await sql`create unique index registered_limits_by_what_they_limit
    on registered_limits (service_id, coalesce(region_id, ''), resource_name)`.execute(db)
  await schema
    .createTable('limits')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('project_id', 'text', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('domain_id', 'text', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('registered_limit_id', 'text', (c) =>
      c.notNull().references('registered_limits.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (c) => c.notNull())
    .addColumn('region_id', 'text')
    .addColumn('resource_name', 'text', (c) => c.notNull())
    .addColumn('resource_limit', 'integer', (c) => c.notNull())
    .addColumn('description', 'text')
    .execute()
  await sql`create unique index limits_by_whose_they_are
    on limits (coalesce(project_id, domain_id), registered_limit_id)`.execute(db)
  for (const column of ['project_id', 'domain_id', 'registered_limit_id'])
    await schema.createIndex(`limits_by_${column}`).on('limits').column(column).execute()
}
