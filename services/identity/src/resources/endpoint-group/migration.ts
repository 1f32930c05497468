import type { Kysely } from 'kysely'

/** Endpoint groups, and associations of projects with endpoints and with endpoint groups. */
export const createEndpointGroups = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('endpoint_groups')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('filters', 'text', (c) => c.notNull())
    .execute()
  for (const [table, column, of] of [
    ['project_endpoints', 'endpoint_id', 'endpoints.id'],
    ['project_endpoint_groups', 'endpoint_group_id', 'endpoint_groups.id'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn(column, 'text', (c) => c.notNull().references(of).onDelete('cascade'))
      .addPrimaryKeyConstraint(`${table}_key`, ['project_id', column])
      .execute()
    await schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  }
}
