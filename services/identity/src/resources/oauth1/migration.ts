import type { Kysely } from 'kysely'

/** OAuth1 consumers, request tokens and access tokens. */
export const createOauth1 = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('oauth_consumers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('description', 'text')
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  for (const table of ['oauth_request_tokens', 'oauth_access_tokens']) {
    await schema
      .createTable(table)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('consumer_id', 'text', (c) =>
        c.notNull().references('oauth_consumers.id').onDelete('cascade'),
      )
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('role_ids', 'text', (c) => c.notNull())
      .addColumn('authorizing_user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('expires_at', 'text')
      .execute()
    await schema.createIndex(`${table}_by_user`).on(table).column('authorizing_user_id').execute()
    await schema.createIndex(`${table}_by_consumer`).on(table).column('consumer_id').execute()
  }
  await schema.alterTable('oauth_request_tokens').addColumn('verifier', 'text').execute()
}
