import { type Kysely, sql } from 'kysely'

type Database = Kysely<unknown>

const createProjects = async ({ schema }: Database): Promise<void> => {
  await schema
    .createTable('projects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('domain_id', 'text')
    .addColumn('parent_id', 'text')
    .addColumn('is_domain', 'integer', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('domains_by_name')
    .unique()
    .on('projects')
    .column('name')
    .where(sql<boolean>`is_domain = 1`)
    .execute()
  await schema
    .createIndex('projects_by_name')
    .unique()
    .on('projects')
    .columns(['domain_id', 'name'])
    .where(sql<boolean>`is_domain = 0`)
    .execute()
  await schema.createIndex('projects_by_parent').on('projects').column('parent_id').execute()
  await schema
    .createTable('project_tags')
    .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('project_tags_key', ['project_id', 'name'])
    .execute()
  await schema.createIndex('project_tags_by_name').on('project_tags').column('name').execute()
}

const createUsersAndGroups = async ({ schema }: Database): Promise<void> => {
  await schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('domain_id', 'text', (c) => c.notNull().references('projects.id'))
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('default_project_id', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('password_expires_at', 'text')
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .addUniqueConstraint('users_by_name', ['domain_id', 'name'])
    .execute()
  await schema.createIndex('users_by_default_project').on('users').column('default_project_id').execute()
  await schema
    .createTable('groups')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('domain_id', 'text', (c) => c.notNull().references('projects.id'))
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .addUniqueConstraint('groups_by_name', ['domain_id', 'name'])
    .execute()
  await schema
    .createTable('group_members')
    .addColumn('group_id', 'text', (c) => c.notNull().references('groups.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('group_members_key', ['group_id', 'user_id'])
    .execute()
  await schema.createIndex('group_members_by_user').on('group_members').column('user_id').execute()
}

const createRoles = async ({ schema }: Database): Promise<void> => {
  await schema
    .createTable('roles')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('domain_id', 'text')
    .addColumn('description', 'text')
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('roles_by_name')
    .unique()
    .on('roles')
    .column('name')
    .where(sql<boolean>`domain_id is null`)
    .execute()
  await schema
    .createIndex('domain_roles_by_name')
    .unique()
    .on('roles')
    .columns(['domain_id', 'name'])
    .where(sql<boolean>`domain_id is not null`)
    .execute()
  await schema
    .createTable('implied_roles')
    .addColumn('prior_role_id', 'text', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addColumn('implied_role_id', 'text', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('implied_roles_key', ['prior_role_id', 'implied_role_id'])
    .execute()
  await schema
    .createTable('role_assignments')
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('target_type', 'text', (c) => c.notNull())
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('role_id', 'text', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addColumn('inherited', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('role_assignments_key', [
      'actor_id',
      'target_id',
      'role_id',
      'inherited',
      'actor_type',
      'target_type',
    ])
    .execute()
  await schema
    .createIndex('role_assignments_by_target')
    .on('role_assignments')
    .columns(['target_id', 'role_id'])
    .execute()
  await schema.createIndex('role_assignments_by_role').on('role_assignments').column('role_id').execute()
}

const createCatalog = async ({ schema }: Database): Promise<void> => {
  await schema
    .createTable('regions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('parent_region_id', 'text')
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('services')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('endpoints')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('service_id', 'text', (c) => c.notNull().references('services.id').onDelete('cascade'))
    .addColumn('region_id', 'text', (c) => c.references('regions.id'))
    .addColumn('interface', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('extra', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('endpoints_by_service').on('endpoints').column('service_id').execute()
}

const createApplicationCredentials = async ({ schema }: Database): Promise<void> => {
  await schema
    .createTable('application_credentials')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('unrestricted', 'integer', (c) => c.notNull())
    .addUniqueConstraint('application_credentials_by_name', ['user_id', 'name'])
    .execute()
  await schema
    .createTable('application_credential_roles')
    .addColumn('application_credential_id', 'text', (c) =>
      c.notNull().references('application_credentials.id').onDelete('cascade'),
    )
    .addColumn('role_id', 'text', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('application_credential_roles_key', ['application_credential_id', 'role_id'])
    .execute()
}

const createRevocations = async ({ schema }: Database): Promise<void> => {
  await schema
    .createTable('revocation_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('audit_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('project_id', 'text')
    .addColumn('domain_id', 'text')
    .addColumn('issued_before', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'text', (c) => c.notNull())
    .execute()
  for (const column of ['audit_id', 'user_id', 'project_id', 'domain_id', 'revoked_at'])
    await schema
      .createIndex(`revocation_events_by_${column}`)
      .on('revocation_events')
      .column(column)
      .execute()
}

/** The first migration: tables and indexes of identity. */
export const createTables = async (db: Database): Promise<void> => {
  await createProjects(db)
  await createUsersAndGroups(db)
  await createRoles(db)
  await createCatalog(db)
  await createApplicationCredentials(db)
  await createRevocations(db)
}
