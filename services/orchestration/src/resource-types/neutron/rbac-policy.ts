import { rbacPolicy as rbacPolicyKind, rbacPolicyOperations } from '@nimbo/contracts/network/rbac-policy'
import { oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const rbacPolicy = networkType({
  type: 'OS::Neutron::RBACPolicy',
  support: { since: '6.0.0' },
  properties: {
    object_type: oneOf(['network', 'qos_policy', 'security_group', 'address_scope', 'subnetpool'], {
      required: true,
    }),
    target_tenant: string({ required: true, update: 'in-place' }),
    action: oneOf(['access_as_shared', 'access_as_external'], { required: true }),
    object_id: string({ required: true }),
    tenant_id: string(),
  },
  kind: rbacPolicyKind,
  operations: rbacPolicyOperations,
})
