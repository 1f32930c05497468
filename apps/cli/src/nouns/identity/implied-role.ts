import { createImpliedRole, deleteImpliedRole, listInferences } from '@nimbo/contracts/identity/implied-roles'
import { findId } from '../../cloud/find.ts'
import { isRow, rowsAt, textIn } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { requiredText } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'
import { roleKind } from './identity-kinds.ts'

const service = 'identity'
const positionals = { role: one('<role>', 'Prior role, which implies the other (name or ID)') }
const options = { impliedRole: requiredText('<role>', 'Role that the prior role implies (name or ID)') }

interface Asked {
  readonly role: string
  readonly impliedRole: string
}

const rule = async ({ role, impliedRole }: Asked, session: Session) => ({
  path: {
    prior_role_id: await findId(session, roleKind, role),
    implies_role_id: await findId(session, roleKind, impliedRole),
  },
})

const idsOf = ({ role_inference }: Row): Row => {
  const both = isRow(role_inference) ? role_inference : {}
  return { implies: textIn(both, 'implies', 'id'), prior_role: textIn(both, 'prior_role', 'id') }
}

export const impliedRoleCommands = [
  shows({
    words: 'implied role create',
    summary: 'Create an implied role: users with the prior role also have the implied role',
    ...{ service, operation: createImpliedRole, positionals, options },
    request: rule,
    thing: idsOf,
  }),
  does({
    words: 'implied role delete',
    summary: 'Delete an implied role: the prior role no longer implies the other',
    ...{ service, operation: deleteImpliedRole, positionals, options },
    request: rule,
  }),
  lists({
    words: 'implied role list',
    summary: 'List implied roles',
    ...{ service, operation: listInferences },
    rows: (items) =>
      items.flatMap((item) =>
        rowsAt(item, 'implies').map((implied) => ({ prior: item.prior_role, implied })),
      ),
    columns: {
      'Prior Role ID': (row) => textIn(row, 'prior', 'id'),
      'Prior Role Name': (row) => textIn(row, 'prior', 'name'),
      'Implied Role ID': (row) => textIn(row, 'implied', 'id'),
      'Implied Role Name': (row) => textIn(row, 'implied', 'name'),
    },
  }),
]
