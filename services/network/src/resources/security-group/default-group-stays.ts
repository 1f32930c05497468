import type { PlainSecurityGroup } from '@nimbo/contracts/network/security-group'
import type { Inside } from '../../app/deps.ts'
import { errors } from './errors.ts'
import { defaultGroupOf } from './security-groups.ts'

/** Only administrators may delete a project's default group. */
export const refuseDefaultGroup = async (
  { deps, ctx, db }: Inside,
  { id, project_id }: PlainSecurityGroup,
): Promise<void> => {
  if (deps.callers.isAdmin(ctx)) return
  if ((await defaultGroupOf(db, project_id)) === id) throw errors.SecurityGroupCannotRemoveDefault()
}
