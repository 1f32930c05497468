import {
  createCredential,
  deleteCredential,
  listCredentials,
  showCredential,
  updateCredential,
} from '@nimbo/contracts/identity/credentials'
import type { Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { requiredText, text } from '../../grammar/option.ts'
import { findIn, findOptionalIn, projectKind, userKind } from './identity-kinds.ts'

const service = 'identity'
const credentialKind: Kind = {
  ...{ service, list: listCredentials, show: showCredential, remove: deleteCredential },
  label: 'Credential',
}
const project = text('<project>', 'Project of the credential (name or ID)')

export const credentialCommands = [
  shows({
    words: 'credential create',
    summary: 'Create new credential',
    ...{ service, operation: createCredential },
    positionals: {
      user: one('<user>', 'User that owns the credential (name or ID)'),
      data: one('<data>', 'Data of the credential, in the format of its type'),
    },
    options: { type: text('<type>', 'Credential type, such as cert, ec2 or totp (default: cert)'), project },
    request: async ({ user, data, type = 'cert', project: of }, session) => ({
      body: {
        credential: given({
          ...{ type, blob: data },
          user_id: await findIn(session, userKind, user, undefined),
          project_id: await findOptionalIn(session, projectKind, of, undefined),
        }),
      },
    }),
  }),
  lists({
    words: 'credential list',
    summary: 'List credentials',
    ...{ service, operation: listCredentials },
    options: {
      user: text('<user>', 'List only credentials of this user (name or ID)'),
      userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
      type: text('<type>', 'List only credentials of this type'),
    },
    request: async ({ user, userDomain, type }, session) => ({
      query: given({ user_id: await findOptionalIn(session, userKind, user, userDomain), type }),
    }),
    columns: { ID: 'id', Type: 'type', 'User ID': 'user_id', Data: 'blob', 'Project ID': 'project_id' },
  }),
  shows({
    words: 'credential show',
    summary: 'Display credential details',
    ...{ service, operation: showCredential },
    positionals: { credential: one('<credential-id>', 'ID of the credential') },
    request: ({ credential }) => ({ path: { credential_id: credential } }),
  }),
  does({
    words: 'credential set',
    summary: 'Set credential properties',
    ...{ service, operation: updateCredential },
    positionals: { credential: one('<credential-id>', 'ID of the credential') },
    options: {
      user: requiredText('<user>', 'User that owns the credential (name or ID)'),
      type: requiredText('<type>', 'New credential type, such as cert, ec2 or totp'),
      data: requiredText('<data>', 'Data of the credential, in the format of its type'),
      project,
    },
    request: async ({ credential, user, type, data, project: of }, session) => ({
      path: { credential_id: credential },
      body: {
        credential: given({
          ...{ type, blob: data },
          user_id: await findIn(session, userKind, user, undefined),
          project_id: await findOptionalIn(session, projectKind, of, undefined),
        }),
      },
    }),
  }),
  deletes(
    'credential delete',
    'Delete credential(s)',
    credentialKind,
    many('<credential-id>', 'ID(s) of credentials to delete'),
  ),
]
