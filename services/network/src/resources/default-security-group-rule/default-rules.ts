import { defaultSecurityGroupRule } from '@nimbo/contracts/network/default-security-group-rule'
import { repository } from '@nimbo/resource/rows/repository'
import { knownToAll } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'
import type { RuleMatch } from '../security-group-rule/security-rules.ts'

export const defaultRules = repository(defaultSecurityGroupRule, { visibleTo: knownToAll })

/** The remote group of a default rule that stands for the group into which the rule is copied. */
const parentGroup = 'PARENT'

/** The rules of a new security group. */
export const initialRules = async (
  db: Db,
  groupId: string,
  isDefault: boolean,
): Promise<readonly (RuleMatch & { readonly description: string })[]> => {
  const filters = isDefault ? { used_in_default_sg: [true] } : { used_in_non_default_sg: [true] }
  const rules = await defaultRules.list(db, 'all', filters)
  return rules.map(({ id: _id, used_in_default_sg: _default, used_in_non_default_sg: _others, ...rule }) => ({
    ...rule,
    remote_group_id: rule.remote_group_id === parentGroup ? groupId : rule.remote_group_id,
  }))
}
