import type { PlainSecurityGroup } from '@nimbo/contracts/network/security-group'
import type { Inside } from '../../app/deps.ts'
import { errors as groupErrors } from './errors.ts'
import { hasMembers } from '../port/memberships.ts'

/** Refuses to delete a security group that ports use. */
export const refuseWhileUsed = async ({ db }: Inside, { id }: PlainSecurityGroup): Promise<void> => {
  if (await hasMembers(db, id)) throw groupErrors.SecurityGroupInUse({ id, reason: 'in use' })
}
