import { rbacPolicyNotifications, rbacPolicyOperations } from '@nimbo/contracts/network/rbac-policy'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { valuesOf } from '../../app/draft.ts'
import { createRbacPolicies, deleteRbacPolicy, updateRbacPolicy } from './change-rbac-policies.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { rbacPolicies } from './rbac-policies.ts'

export const rbacPolicyRoom = roomOf(
  rbacPolicyOperations,
  {
    repository: rbacPolicies,
    notFound: errors.RbacPolicyNotFound,
    create: (deps) => (ctx, drafts) => createRbacPolicies(deps)(ctx, valuesOf(drafts)),
    update: updateRbacPolicy,
    delete: deleteRbacPolicy,
  },
  {
    migrations,
    notifications: rbacPolicyNotifications,
    extensions: [
      extension('rbac-policies', 'RBAC Policies', 'What is shared with single projects'),
      extension('rbac-address-group', 'Address group RBAC', 'Sharing of address groups'),
      extension('rbac-address-scope', 'Address scope RBAC', 'Sharing of address scopes'),
      extension('rbac-security-groups', 'Security group RBAC', 'Sharing of security groups'),
      extension('rbac-subnetpool', 'Subnetpool RBAC', 'Sharing of subnet pools'),
    ],
  },
)
