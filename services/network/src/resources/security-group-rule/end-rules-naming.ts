import type { PlainSecurityGroup } from '@nimbo/contracts/network/security-group'
import type { Inside } from '../../app/deps.ts'
import { remove } from '../../app/life.ts'
import { securityGroupRules } from './security-group-rules.ts'

/** Rules of other groups that let the members of a group through go with it. */
export const endRulesNaming = async (inside: Inside, { id }: PlainSecurityGroup): Promise<void> => {
  const naming = await securityGroupRules.list(inside.db, 'all', { remote_group_id: [id] })
  for (const rule of naming) if (rule.security_group_id !== id) await remove(inside, securityGroupRules, rule)
}
