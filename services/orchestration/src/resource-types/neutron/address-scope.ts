import {
  addressScope as addressScopeKind,
  addressScopeOperations,
} from '@nimbo/contracts/network/address-scope'
import { allowed } from '../../resource-type/constraint.ts'
import { boolean, integer, like, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const addressScope = networkType({
  type: 'OS::Neutron::AddressScope',
  support: { since: '6.0.0' },
  properties: {
    name: string({ update: 'in-place' }),
    shared: boolean({ update: 'in-place', default: false }),
    tenant_id: like('keystone.project'),
    ip_version: integer({ default: 4, constraints: [allowed([4, 6])] }),
  },
  kind: addressScopeKind,
  operations: addressScopeOperations,
})
