import {
  createCredential,
  deleteCredential,
  listCredentials,
  showCredential,
} from '@nimbo/contracts/identity/application-credentials'
import { forAll } from '../../cloud/delete-each.ts'
import { find, findId, type Kind } from '../../cloud/find.ts'
import { given, rowAt, rowsAt } from '../../cloud/json-values.ts'
import { inIdentity } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { either, list, text } from '../../grammar/option.ts'
import { everyField, nothing, type Result, type Row } from '../../output/result.ts'
import { findIn, userKind } from './identity-kinds.ts'
import { accessRulesIn } from './access-rules-in.ts'
import { ownId } from './own-id.ts'

const service = 'identity'

const credentialKind: Kind = {
  ...{ service, list: listCredentials, show: showCredential, remove: deleteCredential },
  ...{ label: 'ApplicationCredential', byName: (name: string) => ({ name }) },
}

/** A credential for display, with its roles by name. */
const shown = ({ links: _, roles: __, ...credential }: Row, names: string): Row => ({
  ...credential,
  roles: names,
})

const rolesOf = (credential: Row): string =>
  rowsAt(credential, 'roles')
    .map(({ name }) => name)
    .join(' ')

const view = (credential: Row): Result => everyField(shown(credential, rolesOf(credential)))

export const applicationCredentialCommands = [
  shows({
    words: 'application credential create',
    summary: 'Create new application credential',
    ...{ service, operation: createCredential },
    positionals: { name: one('<name>', 'Name of the application credential') },
    options: {
      secret: text('<secret>', 'Secret to use for authentication (if not provided, one will be generated)'),
      role: list(
        '<role>',
        'Role to authorize, of those the user has in the project (name or ID) (repeatable; default: all)',
      ),
      accessRules: text(
        '<access-rules>',
        'Access rules that limit the permitted requests: a JSON list, or a file that contains it',
      ),
      expiration: text('<expiration>', 'Expiration time in UTC, as YYYY-mm-ddTHH:MM:SS (default: never)'),
      description: text('<description>', 'Description of the application credential'),
      unrestricted: either(
        { '--unrestricted': true, '--restricted': false },
        'Allow or forbid managing application credentials and trusts with it (default: forbid)',
      ),
    },
    request: async ({ name, secret, role, expiration, description, unrestricted, accessRules }, session) => ({
      path: { user_id: await ownId(session) },
      body: {
        application_credential: given({
          ...{ name, secret, description, unrestricted, expires_at: expiration },
          roles: role.length === 0 ? undefined : role.map(roleReference),
          access_rules: await accessRulesIn(accessRules),
        }),
      },
    }),
    thing: (reply) => {
      const credential = rowAt(reply, 'application_credential')
      return shown(credential, rolesOf(credential))
    },
  }),
  lists({
    words: 'application credential list',
    summary: 'List application credentials',
    ...{ service, operation: listCredentials },
    options: {
      user: text(
        '<user>',
        'List the application credentials of this user (name or ID; default: the authenticated user)',
      ),
      userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
    },
    request: async ({ user, userDomain }, session) => ({
      path: {
        user_id: await (user === undefined ? ownId(session) : findIn(session, userKind, user, userDomain)),
      },
    }),
    columns: {
      ...{ ID: 'id', Name: 'name', 'Project ID': 'project_id' },
      ...{ Description: 'description', 'Expires At': 'expires_at' },
    },
  }),
  command({
    words: 'application credential show',
    summary: 'Display application credential details',
    calls: [inIdentity(showCredential)],
    output: 'one',
    positionals: {
      credential: one('<application-credential>', 'Application credential to display (name or ID)'),
    },
    run: async (session, { credential }) =>
      view(await find(session, credentialKind, credential, {}, { user_id: await ownId(session) })),
  }),
  command({
    words: 'application credential delete',
    summary: 'Delete application credentials',
    calls: [inIdentity(deleteCredential)],
    output: 'none',
    positionals: {
      credentials: many('<application-credential>', 'Application credential(s) to delete (name or ID)'),
    },
    run: async (session, { credentials }) => {
      const above = { user_id: await ownId(session) }
      await forAll(credentials, 'Application Credential', 'delete', async (called) => {
        const application_credential_id = await findId(session, credentialKind, called, {}, above)
        await session.api.identity.call(deleteCredential, { path: { ...above, application_credential_id } })
      })
      return nothing
    },
  }),
]

/** Ids are 32 hexadecimal digits; everything else is a name. */
const roleReference = (role: string) => (/^[0-9a-f]{32}$/.test(role) ? { id: role } : { name: role })
