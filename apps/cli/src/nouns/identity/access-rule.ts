import { deleteAccessRule, listAccessRules, showAccessRule } from '@nimbo/contracts/identity/access-rules'
import { forAll } from '../../cloud/delete-each.ts'
import { inIdentity } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { findIn, userKind } from './identity-kinds.ts'
import { ownId } from './own-id.ts'

const service = 'identity'

export const accessRuleCommands = [
  lists({
    words: 'access rule list',
    summary: 'List access rules',
    ...{ service, operation: listAccessRules },
    options: {
      user: text(
        '<user>',
        'List the access rules of this user (name or ID; default: the authenticated user)',
      ),
      userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
    },
    request: async ({ user, userDomain }, session) => ({
      path: {
        user_id: await (user === undefined ? ownId(session) : findIn(session, userKind, user, userDomain)),
      },
    }),
    columns: { ID: 'id', Service: 'service', Method: 'method', Path: 'path' },
  }),
  shows({
    words: 'access rule show',
    summary: 'Display access rule details',
    ...{ service, operation: showAccessRule },
    positionals: { rule: one('<access-rule>', 'Access rule to display (ID)') },
    request: async ({ rule }, session) => ({
      path: { user_id: await ownId(session), access_rule_id: rule },
    }),
  }),
  command({
    words: 'access rule delete',
    summary: 'Delete access rule(s)',
    calls: [inIdentity(deleteAccessRule)],
    output: 'none',
    positionals: { rules: many('<access-rule>', 'Access rule(s) to delete (ID)') },
    run: async (session, { rules }) => {
      const user_id = await ownId(session)
      await forAll(rules, 'Access Rule', 'delete', (access_rule_id) =>
        session.api.identity.call(deleteAccessRule, { path: { user_id, access_rule_id } }),
      )
      return nothing
    },
  }),
]
