import { grantFamilies } from '@nimbo/contracts/identity/grants'
import type { Operation } from '@nimbo/operation/operation'

interface Grants {
  readonly create: Operation
  readonly revoke: Operation
}

export type Actor = 'user' | 'group'
export type Target = 'project' | 'domain'

/** The operations that grant and revoke roles of users or groups on a project or a domain. */
export const grantsOf = (actor: Actor, target: Target): Grants => {
  const found = grantFamilies.find(
    ({ family }) => family.actor === actor && family.target === target && !family.inherited,
  )
  if (found === undefined) throw new Error(`No grants of a ${target} to a ${actor} are declared`)
  return found
}
