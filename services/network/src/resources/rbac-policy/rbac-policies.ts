import { type ObjectType, rbacPolicy } from '@nimbo/contracts/network/rbac-policy'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'

export const rbacPolicies = repository(rbacPolicy, { visibleTo: ownedBy(rbacPolicy) })

/** The target that means all projects. */
export const everyone = '*'

export const asShared = 'access_as_shared'
export const asExternal = 'access_as_external'

/** The actions that a type of object allows. */
export const actionsOn = (type: ObjectType): readonly string[] =>
  type === 'network' ? [asShared, asExternal] : [asShared]
