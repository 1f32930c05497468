import type { Kysely } from 'kysely'

/** Trusts and the roles they delegate. */
export const createTrusts = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('trusts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('trustor_user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('trustee_user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('impersonation', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('remaining_uses', 'integer')
    .addColumn('redelegated_trust_id', 'text', (c) => c.references('trusts.id').onDelete('cascade'))
    .addColumn('redelegation_count', 'integer', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  for (const column of ['trustor_user_id', 'trustee_user_id', 'redelegated_trust_id', 'expires_at'])
    await schema.createIndex(`trusts_by_${column}`).on('trusts').column(column).execute()
  await schema
    .createTable('trust_roles')
    .addColumn('trust_id', 'text', (c) => c.notNull().references('trusts.id').onDelete('cascade'))
    .addColumn('role_id', 'text', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('trust_roles_key', ['trust_id', 'role_id'])
    .execute()
}
