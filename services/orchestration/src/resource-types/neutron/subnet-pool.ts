import { subnetpool, subnetpoolOperations } from '@nimbo/contracts/network/subnetpool'
import { length, range } from '../../resource-type/constraint.ts'
import { boolean, integer, like, listOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const subnetPool = networkType({
  type: 'OS::Neutron::SubnetPool',
  support: { since: '6.0.0' },
  properties: {
    name: string({ update: 'in-place' }),
    prefixes: listOf(like('net_cidr'), {
      required: true,
      update: 'in-place',
      constraints: [length({ min: 1 })],
    }),
    address_scope: like('neutron.address_scope', { update: 'in-place' }),
    default_quota: integer({ update: 'in-place', constraints: [range({ min: 0 })] }),
    default_prefixlen: integer({ update: 'in-place', constraints: [range({ min: 0 })] }),
    min_prefixlen: integer({ update: 'in-place', constraints: [range({ min: 0 })] }),
    max_prefixlen: integer({ update: 'in-place', constraints: [range({ min: 0 })] }),
    is_default: boolean({ update: 'in-place', default: false }),
    tenant_id: string(),
    shared: boolean({ default: false }),
    tags: listOf(string(), { update: 'in-place', support: { since: '9.0.0' } }),
  },
  kind: subnetpool,
  operations: subnetpoolOperations,
  fields: { address_scope: 'address_scope_id' },
})
