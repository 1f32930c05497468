import type { NetworkLog } from '@nimbo/contracts/network/log'
import type { Inside } from '../../app/deps.ts'
import { ports } from '../port/ports.ts'
import { securityGroups } from '../security-group/security-groups.ts'
import { errors } from './errors.ts'

/** The only resource type that can be logged. */
export const loggable = 'security_group'

/** Refuses a log of a missing group or port, or of a port that is not in the group. */
export const checkLog = async (
  inside: Inside,
  wanted: Pick<NetworkLog, 'resource_type' | 'resource_id' | 'target_id'>,
): Promise<void> => {
  const { deps, ctx, db } = inside
  const { resource_type: type, resource_id: groupId, target_id: portId } = wanted
  const scope = deps.callers.scopeOf(ctx)
  if (type !== loggable) throw errors.InvalidLogResourceType({ type })
  if (groupId !== null && !(await securityGroups.plain(db, scope, groupId)))
    throw errors.ResourceNotFound({ id: groupId })
  if (portId === null) return
  const port = await ports.get(db, scope, portId)
  if (!port) throw errors.TargetResourceNotFound({ id: portId })
  if (groupId !== null && !port.security_groups.includes(groupId))
    throw errors.InvalidResourceConstraint({ id: groupId, targetId: portId })
}
