import { listRoleAssignments } from '@nimbo/contracts/identity/role-assignments'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { type Item, textAt, valueAt } from '../../panel/item.ts'
import type { Panel } from '../../panel/panel.ts'
import { itemsUnder } from '../../panel/reply-items.ts'
import { type Actor, grantsOf, type Target } from './grants.ts'
import { identityPanel } from './identity-panel.ts'

const assignmentsIn = itemsUnder('role_assignments')

/** Role assignments have no id: user or group and role are used as the key within the target. */
const withKey =
  (actor: Actor) =>
  (one: Item): Item => ({
    ...one,
    id: [textAt(one, `${actor}.id`), textAt(one, 'role.id')].join(' '),
    name: `${textAt(one, `${actor}.name`)}: ${textAt(one, 'role.name')}`,
  })

/** The role assignments of users or groups on a project or a domain. */
export const grantsPanel = (id: string, actor: Actor, target: Target): Panel => {
  const grants = grantsOf(actor, target)
  const where = `${target}_id`
  const whom = `${actor}_id`
  return identityPanel({
    id,
    kind: 'role_assignment',
    list: {
      operation: listRoleAssignments,
      query: { include_names: 'true' },
      items: (reply) =>
        assignmentsIn(reply)
          .filter((one) => actor in one)
          .map(withKey(actor)),
    },
    columns: [
      column(`${actor}.name`, { label: actor }),
      column('role.name', { label: 'role' }),
      column(`${actor}.domain.name`, { label: 'domain' }),
    ],
    create: {
      operation: grants.create,
      fields: [
        field(whom, { label: actor, to: `${actor}s`, required: true, option: actor }),
        field('role_id', { label: 'role', to: 'roles', required: true, option: 'role' }),
      ],
      path: ({ role_id, [where]: place, [whom]: chosen }) => ({ [where]: place, [whom]: chosen, role_id }),
      body: () => undefined,
    },
    remove: {
      operation: grants.revoke,
      path: (one) => ({
        [where]: valueAt(one, `scope.${target}.id`),
        [whom]: valueAt(one, `${actor}.id`),
        role_id: valueAt(one, 'role.id'),
      }),
    },
  })
}
