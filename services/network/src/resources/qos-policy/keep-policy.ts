import type { PlainQosPolicy, QosPolicy, qosPolicy } from '@nimbo/contracts/network/qos-policy'
import type { Change } from '@nimbo/resource/hooks'
import type { Inside } from '../../app/deps.ts'
import { errors as rbacErrors } from '../rbac-policy/errors.ts'
import { asShared, everyone } from '../rbac-policy/rbac-policies.ts'
import { followSharing } from '../rbac-policy/sharing-with-all.ts'
import { usersByGraceOf } from '../rbac-policy/users-of-object.ts'
import { errors } from './errors.ts'

/** Refuses a second default policy of a project. */
export const keepOneDefault = async (
  { db }: Inside,
  { id, project_id, is_default }: QosPolicy,
): Promise<void> => {
  if (!is_default) return
  const other = await db
    .selectFrom('policies')
    .select('id')
    .where('project_id', '=', project_id)
    .where('is_default', '=', 1)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw errors.QoSPolicyDefaultAlreadyExists({ projectId: project_id })
}

/** Refuses to unshare a policy that others use only because it is shared with all. */
export const keepSharing = async (
  inside: Inside,
  { before, after }: Change<typeof qosPolicy>,
): Promise<void> => {
  if (before.shared && !after.shared) {
    const shared = { type: 'qos_policy', id: after.id, owner: after.project_id, action: asShared } as const
    if ((await usersByGraceOf(inside.db, shared, everyone)).length > 0)
      throw rbacErrors.RbacPolicyInUse({ objectId: after.id, details: `project_id=${everyone}` })
  }
  await followSharing('qos_policy')(inside, before, after)
}

/** Refuses to delete a policy in use. */
export const refuseWhileFollowed = async (
  { db }: Inside,
  { id: policyId }: PlainQosPolicy,
): Promise<void> => {
  for (const [table, type] of [
    ['ports', 'port'],
    ['networks', 'network'],
    ['floatingips', 'fip'],
  ] as const) {
    const follower = await db
      .selectFrom(table)
      .select('id')
      .where('qos_policy_id', '=', policyId)
      .limit(1)
      .executeTakeFirst()
    if (follower) throw errors.QosPolicyInUse({ policyId, type, id: follower.id })
  }
  const gateway = await db
    .selectFrom('router_gateways')
    .select('router_id')
    .where('qos_policy_id', '=', policyId)
    .limit(1)
    .executeTakeFirst()
  if (gateway) throw errors.QosPolicyInUse({ policyId, type: 'router', id: gateway.router_id })
}
