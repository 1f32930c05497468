import {
  createGroup,
  deleteGroup,
  listGroups,
  showGroup,
  updateGroup,
} from '@nimbo/contracts/identity/groups'
import { assignedRole, assignRoles, rolesProblems } from './assigned-roles.ts'
import { like, listOf, string } from '../../resource-type/property.ts'
import { identityType } from './identity-type.ts'

export const group = identityType({
  type: 'OS::Keystone::Group',
  support: { since: '2015.1' },
  properties: {
    name: string({ update: 'in-place' }),
    domain: like('keystone.domain', { update: 'in-place', default: 'default' }),
    description: string({ update: 'in-place', default: '' }),
    roles: listOf(assignedRole, { update: 'in-place' }),
  },
  called: 'group',
  operations: {
    list: listGroups,
    create: createGroup,
    show: showGroup,
    update: updateGroup,
    delete: deleteGroup,
  },
  fields: { domain: 'domain_id' },
  besides: ['roles'],
  within: ['domain_id'],
  validate: ({ roles }) => rolesProblems(roles),
  complete: ({ clients, id, properties }, before) =>
    assignRoles(clients, { kind: 'group', id }, { wanted: properties.roles, before: before.roles }),
})
