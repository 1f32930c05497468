import { assignedRole, assignRoles, rolesProblems } from './assigned-roles.ts'
import { like, listOf } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const groupRoleAssignment = defineResourceType({
  type: 'OS::Keystone::GroupRoleAssignment',
  support: { since: '5.0.0' },
  properties: {
    group: like('keystone.group', { required: true, update: 'in-place' }),
    roles: listOf(assignedRole, { update: 'in-place' }),
  },
  client: 'identity',
  validate: ({ roles }) => rolesProblems(roles),
  create: async ({ clients, properties: { group: id, roles } }) => {
    await assignRoles(clients, { kind: 'group', id }, { wanted: roles })
    return id
  },
  update: async ({ clients, properties: { group: id, roles } }, { before }) => {
    const isSame = before.group === id
    if (!isSame) await assignRoles(clients, { kind: 'group', id: before.group }, { before: before.roles })
    await assignRoles(clients, { kind: 'group', id }, { wanted: roles, before: isSame ? before.roles : [] })
  },
  delete: ({ clients, properties: { group: id, roles } }) =>
    assignRoles(clients, { kind: 'group', id }, { before: roles }),
  isDeleted: async () => true,
})
