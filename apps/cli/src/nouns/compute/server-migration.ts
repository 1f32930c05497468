import {
  abortMigration,
  forceCompleteMigration,
  listMigrations,
  showServerMigration,
} from '@nimbo/contracts/compute/server-migrations'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { integer, oneOf, text } from '../../grammar/option.ts'
import { findOptionalIn, projectKind, userKind } from '../identity/identity-kinds.ts'
import { serverKind } from './server-kind.ts'

const service = 'compute'

/** The CLI's names of migration types, with those of compute. */
const types = {
  evacuation: 'evacuation',
  'live-migration': 'live-migration',
  'cold-migration': 'migration',
  resize: 'resize',
} as const

const positionals = {
  server: one('<server>', 'Server (name or ID)'),
  migration: one('<migration>', 'Migration (ID)'),
}

/** The path parameters of a server's migration. */
const pathOf = async (
  { server, migration }: { readonly server: string; readonly migration: string },
  session: Session,
) => ({
  path: { server_id: await findId(session, serverKind, server), migration_id: migration },
})

export const serverMigrationCommands = [
  lists({
    words: 'server migration list',
    summary: 'List server migrations',
    ...{ service, operation: listMigrations },
    options: {
      server: text('<server>', 'List only migrations of this server (name or ID)'),
      host: text('<host>', 'List only migrations from or to this host'),
      status: text('<status>', 'List only migrations with this status'),
      type: oneOf(
        ['evacuation', 'live-migration', 'cold-migration', 'resize'],
        'List only migrations of this type',
      ),
      marker: text('<marker>', 'The last migration of the previous page (2.59 or above)'),
      limit: integer('<limit>', 'Maximum number of migrations to display (2.59 or above)'),
      changesSince: text(
        '<changes-since>',
        'List only migrations changed at or after this time (2.59 or above)',
      ),
      changesBefore: text(
        '<changes-before>',
        'List only migrations changed at or before this time (2.66 or above)',
      ),
      project: text('<project>', 'List only migrations of this project (name or ID) (2.80 or above)'),
      projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
      user: text('<user>', 'List only migrations of this user (name or ID) (2.80 or above)'),
      userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
    },
    request: async ({ server, host, status, type, marker, limit, ...asked }, session) => ({
      query: given({
        instance_uuid: await findOptionalId(session, serverKind, server),
        ...{ host, status, marker, limit },
        migration_type: type === undefined ? undefined : types[type],
        'changes-since': asked.changesSince,
        'changes-before': asked.changesBefore,
        project_id: await findOptionalIn(session, projectKind, asked.project, asked.projectDomain),
        user_id: await findOptionalIn(session, userKind, asked.user, asked.userDomain),
      }),
    }),
    columns: ({ project, user }, { computeVersion }) => ({
      Id: 'id',
      ...(computeVersion >= 2059 && { UUID: 'uuid' }),
      'Source Node': 'source_node',
      'Dest Node': 'dest_node',
      'Source Compute': 'source_compute',
      'Dest Compute': 'dest_compute',
      'Dest Host': 'dest_host',
      Status: 'status',
      'Server UUID': 'instance_uuid',
      'Old Flavor': 'old_instance_type_id',
      'New Flavor': 'new_instance_type_id',
      ...(computeVersion >= 2023 && { Type: 'migration_type' }),
      ...(project !== undefined && { Project: 'project_id' }),
      ...(user !== undefined && { User: 'user_id' }),
      'Created At': 'created_at',
      'Updated At': 'updated_at',
    }),
  }),
  shows({
    words: 'server migration show',
    summary: 'Show an in-progress live migration for a given server.',
    ...{ service, operation: showServerMigration },
    positionals,
    request: pathOf,
  }),
  does({
    words: 'server migration abort',
    summary: 'Cancel an ongoing live migration.',
    ...{ service, operation: abortMigration },
    positionals,
    request: pathOf,
  }),
  does({
    words: 'server migration force complete',
    summary: 'Force an ongoing live migration to complete.',
    ...{ service, operation: forceCompleteMigration },
    positionals,
    request: async (named, session) => ({
      ...(await pathOf(named, session)),
      body: { force_complete: null },
    }),
  }),
]
