import { createUser, deleteUser, listUsers, showUser, updateUser } from '@nimbo/contracts/identity/users'
import { assignedRole, assignRoles, rolesProblems } from './assigned-roles.ts'
import { joinGroups } from './join-groups.ts'
import { boolean, like, listOf, string } from '../../resource-type/property.ts'
import { identityType } from './identity-type.ts'

export const user = identityType({
  type: 'OS::Keystone::User',
  support: { since: '2015.1' },
  properties: {
    name: string({ update: 'in-place' }),
    domain: like('keystone.domain', { update: 'in-place', default: 'default' }),
    description: string({ update: 'in-place', default: '' }),
    enabled: boolean({ update: 'in-place', default: true }),
    email: string({ update: 'in-place' }),
    password: string({ update: 'in-place' }),
    default_project: like('keystone.project', { update: 'in-place' }),
    groups: listOf(like('keystone.group'), { update: 'in-place' }),
    roles: listOf(assignedRole, { update: 'in-place' }),
  },
  attributes: {
    name: { type: 'string', support: { since: '9.0.0' } },
    default_project_id: { type: 'string', support: { since: '9.0.0' } },
    domain_id: { type: 'string', support: { since: '9.0.0' } },
    enabled: { type: 'boolean', support: { since: '9.0.0' } },
    password_expires_at: { type: 'string', support: { since: '9.0.0' } },
  },
  called: 'user',
  operations: { list: listUsers, create: createUser, show: showUser, update: updateUser, delete: deleteUser },
  fields: { domain: 'domain_id', default_project: 'default_project_id' },
  besides: ['roles', 'groups'],
  within: ['domain_id'],
  validate: ({ roles }) => rolesProblems(roles),
  complete: async ({ clients, id, properties }, before) => {
    await joinGroups(clients, id, { wanted: properties.groups, before: before.groups })
    await assignRoles(clients, { kind: 'user', id }, { wanted: properties.roles, before: before.roles })
  },
})
