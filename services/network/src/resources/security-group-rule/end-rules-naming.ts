import type { PlainSecurityGroup } from '@nimbo/contracts/network/security-group'
import type { Inside } from '../../app/deps.ts'
import { remove } from '../../app/life.ts'
import { securityGroupRules } from './security-group-rules.ts'

/** Deletes the rules of other groups whose remote group was deleted. */
export const endRulesNaming = async (inside: Inside, { id }: PlainSecurityGroup): Promise<void> => {
  const naming = await securityGroupRules.list(
    inside.db,
    'all',
    { remote_group_id: [id] },
    { fields: ['id'] },
  )
  for (const rule of naming) if (rule.security_group_id !== id) await remove(inside, securityGroupRules, rule)
}
