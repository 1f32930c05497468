import { grantFamilies } from '@nimbo/contracts/identity/grants'
import type { Operation } from '@nimbo/operation/operation'

interface Grants {
  readonly create: Operation
  readonly revoke: Operation
}

/** The operations that grant and revoke roles of users or groups on a project. */
export const projectGrants = (actor: 'user' | 'group'): Grants => {
  const found = grantFamilies.find(
    ({ family }) => family.actor === actor && family.target === 'project' && !family.inherited,
  )
  if (found === undefined) throw new Error(`No grants of projects to a ${actor} are declared`)
  return found
}
