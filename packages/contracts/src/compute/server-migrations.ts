import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { before, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { Links, NextLink } from './links.ts'
import { text } from './query.ts'

const name = nullable(Type.String())
const bytes = nullable(Type.Integer())

/** Null for callers who may not see hosts. */
const hosts = {
  source_compute: name,
  source_node: name,
  dest_compute: name,
  dest_node: name,
  dest_host: name,
}

const Migration = view({
  id: Type.Integer(),
  uuid: since('2.59', Type.String()),
  instance_uuid: Type.String(),
  ...hosts,
  old_instance_type_id: nullable(Type.Integer()),
  new_instance_type_id: nullable(Type.Integer()),
  status: Type.String(),
  migration_type: since('2.23', Type.String()),
  user_id: since('2.80', Type.String()),
  project_id: since('2.80', Type.String()),
  links: Type.Optional(since('2.23', Links)),
  created_at: Type.String(),
  updated_at: name,
})
export type MigrationView = Static<typeof Migration>

const ServerMigration = view({
  id: Type.Integer(),
  uuid: since('2.59', Type.String()),
  server_uuid: Type.String(),
  ...hosts,
  status: Type.String(),
  user_id: since('2.80', Type.String()),
  project_id: since('2.80', Type.String()),
  memory_total_bytes: bytes,
  memory_processed_bytes: bytes,
  memory_remaining_bytes: bytes,
  disk_total_bytes: bytes,
  disk_processed_bytes: bytes,
  disk_remaining_bytes: bytes,
  created_at: Type.String(),
  updated_at: name,
})
export type ServerMigrationView = Static<typeof ServerMigration>

const filters = {
  hidden: text,
  host: text,
  instance_uuid: text,
  source_compute: text,
  status: text,
  migration_type: text,
}
const Query = Type.Object(
  {
    ...filters,
    limit: text,
    marker: text,
    'changes-since': text,
    'changes-before': since('2.66', text),
    user_id: since('2.80', text),
    project_id: since('2.80', text),
  },
  exact,
)
/** Unknown parameters are ignored, but a project is allowed. */
const OldQuery = Type.Object({ ...filters, project_id: text })

export const listMigrations = operation({
  id: 'migrations.list',
  method: 'GET',
  path: '/os-migrations',
  summary: 'List the migrations of servers, newest first',
  rule: 'os_compute_api:os-migrations:index',
  on: ownProject,
  mayAsk: ['os_compute_api:os-migrations:index:all_projects', 'os_compute_api:os-migrations:index:host'],
  query: Type.Unsafe<Static<typeof Query>>({ anyOf: [since('2.59', Query), before('2.59', OldQuery)] }),
  replies: { 200: view({ migrations: Type.Array(Migration), migrations_links: NextLink }) },
  errors: ['MarkerNotFound'],
})

export const listServerMigrations = operation({
  id: 'servers.migrations.list',
  method: 'GET',
  path: '/servers/{server_id}/migrations',
  since: '2.23',
  summary: 'List the live migrations of a server that are under way',
  rule: 'os_compute_api:servers:migrations:index',
  on: found('server'),
  mayAsk: ['os_compute_api:servers:migrations:index:host'],
  replies: { 200: view({ migrations: Type.Array(ServerMigration) }) },
  errors: ['ServerNotFound'],
})

export const showServerMigration = operation({
  id: 'servers.migrations.show',
  method: 'GET',
  path: '/servers/{server_id}/migrations/{migration_id}',
  since: '2.23',
  summary: 'Show a live migration of a server that is under way',
  rule: 'os_compute_api:servers:migrations:show',
  on: found('server'),
  replies: { 200: view({ migration: ServerMigration }) },
  errors: ['ServerNotFound', 'NotFound'],
})

export const forceCompleteMigration = operation({
  id: 'servers.migrations.force-complete',
  method: 'POST',
  path: '/servers/{server_id}/migrations/{migration_id}/action',
  action: 'force_complete',
  since: '2.22',
  summary: 'Have a live migration end, though its guest has to wait for that',
  rule: 'os_compute_api:servers:migrations:force_complete',
  on: found('server'),
  body: Type.Object({ force_complete: Type.Null() }, exact),
  replies: { 202: empty },
  errors: ['ServerNotFound', 'BadRequest', 'WrongState', 'ServerLocked'],
})

export const abortMigration = operation({
  id: 'servers.migrations.abort',
  method: 'DELETE',
  path: '/servers/{server_id}/migrations/{migration_id}',
  since: '2.24',
  summary: 'Break off a live migration; from 2.65 on also one that has not begun',
  rule: 'os_compute_api:servers:migrations:delete',
  on: found('server'),
  replies: { 202: empty },
  errors: ['ServerNotFound', 'NotFound', 'BadRequest', 'WrongState', 'ServerLocked'],
})
