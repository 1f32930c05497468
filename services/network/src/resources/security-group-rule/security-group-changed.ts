import type { PlainSecurityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { notifyRules } from '../../hosts/notify-rules.ts'
import { securityGroups } from '../security-group/security-groups.ts'

/** A deleted rule counts as a change of its group, and hosts update their filters. */
export const changeItsGroup = async (
  { deps, ctx, db, afterwards }: Inside,
  { security_group_id: groupId }: PlainSecurityGroupRule,
): Promise<void> => {
  await securityGroups.update(db, groupId, {}, timestamp(deps.clock))
  afterwards(() => notifyRules(deps, ctx, [groupId]))
}
