import { createRole, deleteRole, listRoles, showRole, updateRole } from '@nimbo/contracts/identity/roles'
import { like, string } from '../../resource-type/property.ts'
import { identityType } from './identity-type.ts'

export const role = identityType({
  type: 'OS::Keystone::Role',
  support: { since: '2015.1' },
  properties: {
    name: string({ update: 'in-place' }),
    domain: like('keystone.domain', { support: { since: '16.0.0' } }),
  },
  called: 'role',
  operations: { list: listRoles, create: createRole, show: showRole, update: updateRole, delete: deleteRole },
  fields: { domain: 'domain_id' },
  within: ['domain_id'],
})
