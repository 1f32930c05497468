import type { Kysely } from 'kysely'

/** Assertions that have been used, to detect replays. */
export const createSamlAssertionsSeen = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('saml_assertions')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('assertion_id', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('saml_assertions_key', ['issuer', 'assertion_id'])
    .execute()
  await schema.createIndex('saml_assertions_by_end').on('saml_assertions').column('ends_at').execute()
}
