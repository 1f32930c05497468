import { assignedRole, assignRoles, rolesProblems } from './assigned-roles.ts'
import { like, listOf } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const userRoleAssignment = defineResourceType({
  type: 'OS::Keystone::UserRoleAssignment',
  support: { since: '5.0.0' },
  properties: {
    user: like('keystone.user', { required: true, update: 'in-place' }),
    roles: listOf(assignedRole, { update: 'in-place' }),
  },
  client: 'identity',
  validate: ({ roles }) => rolesProblems(roles),
  create: async ({ clients, properties: { user: id, roles } }) => {
    await assignRoles(clients, { kind: 'user', id }, { wanted: roles })
    return id
  },
  update: async ({ clients, properties: { user: id, roles } }, { before }) => {
    const isSame = before.user === id
    if (!isSame) await assignRoles(clients, { kind: 'user', id: before.user }, { before: before.roles })
    await assignRoles(clients, { kind: 'user', id }, { wanted: roles, before: isSame ? before.roles : [] })
  },
  delete: ({ clients, properties: { user: id, roles } }) =>
    assignRoles(clients, { kind: 'user', id }, { before: roles }),
  isDeleted: async () => true,
})
