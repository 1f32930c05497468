import { createTrust, deleteTrust, listTrusts, showTrust } from '@nimbo/contracts/identity/trusts'
import type { Kind } from '../../cloud/find.ts'
import { given, rowsAt } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, lists, shows } from '../../grammar/declared.ts'
import { either, list, requiredText, text } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'
import { findIn, projectKind, roleKind, userKind } from './identity-kinds.ts'

const service = 'identity'
const trustKind: Kind = {
  ...{ service, list: listTrusts, show: showTrust, remove: deleteTrust, label: 'Trust' },
}

/** A trust for display, with its roles by name. */
const shown = (reply: Row): Row => {
  const { roles_links: _, ...trust } = rowsAt({ trust: [reply.trust] }, 'trust')[0] ?? {}
  const roles = rowsAt(trust, 'roles').map(({ name }) => name)
  return { ...trust, roles: roles.join(' ') }
}

export const trustCommands = [
  shows({
    words: 'trust create',
    summary: 'Create new trust',
    ...{ service, operation: createTrust },
    positionals: {
      trustor: one('<trustor-user>', 'User who delegates the roles (name or ID)'),
      trustee: one('<trustee-user>', 'User to whom the roles are delegated (name or ID)'),
    },
    options: {
      project: requiredText('<project>', 'Project in which the roles are delegated (name or ID)'),
      role: list('<role>', 'Role to delegate (name or ID) (required, repeatable)'),
      impersonate: either(
        { '--impersonate': true, '--no-impersonate': false },
        'Whether tokens of the trust represent the trustor instead of the trustee (default: no)',
      ),
      expiration: text('<expiration>', 'Expiration time in UTC, as YYYY-mm-ddTHH:MM:SS (default: never)'),
      trustorDomain: text('<trustor-domain>', 'Domain that contains <trustor> (name or ID)'),
      trusteeDomain: text('<trustee-domain>', 'Domain that contains <trustee> (name or ID)'),
      projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
    },
    request: async (asked, session) => {
      const roles = await Promise.all(asked.role.map((role) => findIn(session, roleKind, role, undefined)))
      return {
        body: {
          trust: given({
            trustor_user_id: await findIn(session, userKind, asked.trustor, asked.trustorDomain),
            trustee_user_id: await findIn(session, userKind, asked.trustee, asked.trusteeDomain),
            project_id: await findIn(session, projectKind, asked.project, asked.projectDomain),
            ...{ impersonation: asked.impersonate ?? false, expires_at: asked.expiration },
            roles: roles.map((id) => ({ id })),
          }),
        },
      }
    },
    thing: shown,
  }),
  lists({
    words: 'trust list',
    summary: 'List trusts',
    ...{ service, operation: listTrusts },
    options: {
      trustor: text('<trustor-user>', 'List only trusts of this trustor (name or ID)'),
      trustee: text('<trustee-user>', 'List only trusts for this trustee (name or ID)'),
    },
    request: async ({ trustor, trustee }, session) => ({
      query: given({
        trustor_user_id:
          trustor === undefined ? undefined : await findIn(session, userKind, trustor, undefined),
        trustee_user_id:
          trustee === undefined ? undefined : await findIn(session, userKind, trustee, undefined),
      }),
    }),
    columns: {
      ...{ ID: 'id', 'Expires At': 'expires_at', Impersonation: 'impersonation', 'Project ID': 'project_id' },
      ...{ 'Trustee User ID': 'trustee_user_id', 'Trustor User ID': 'trustor_user_id' },
    },
  }),
  shows({
    words: 'trust show',
    summary: 'Display trust details',
    ...{ service, operation: showTrust },
    positionals: { trust: one('<trust>', 'Trust to display (ID)') },
    request: ({ trust }) => ({ path: { trust_id: trust } }),
    thing: shown,
  }),
  deletes('trust delete', 'Delete trust(s)', trustKind, many('<trust>', 'Trust(s) to delete (ID)')),
]
