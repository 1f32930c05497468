import { type SecurityGroupRule, securityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { notifyRules } from '../../hosts/notify-rules.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { addressGroups } from '../address-group/address-groups.ts'
import { errors as addressGroupErrors } from '../address-group/errors.ts'
import { errors as groupErrors } from '../security-group/errors.ts'
import { securityGroups } from '../security-group/security-groups.ts'
import { errors } from './errors.ts'
import { normalizedCidr, ruleByIdentity, securityGroupRules } from './security-group-rules.ts'
import { checkRule, identityOf } from './security-rules.ts'
import { created } from '../../app/life.ts'

type NewRule = Owned<typeof securityGroupRule>

/** Throws when a remote group does not exist, or the caller cannot see the address group. */
const checkGroups = async ({ deps, ctx, db }: Inside, rule: NewRule): Promise<void> => {
  const remote = rule.remote_group_id
  const named = [rule.security_group_id, ...(remote === null ? [] : [remote])]
  const known = await securityGroups.plainById(db, 'all', named)
  const id = named.find((groupId) => !known.has(groupId))
  if (id !== undefined) throw groupErrors.SecurityGroupNotFound({ id })
  const ofAddresses = rule.remote_address_group_id
  if (ofAddresses === null) return
  const visible = await addressGroups.plainById(db, deps.callers.scopeOf(ctx), [ofAddresses])
  if (!visible.has(ofAddresses)) throw addressGroupErrors.AddressGroupNotFound({ id: ofAddresses })
}

const insertRule = async (inside: Inside, values: NewRule): Promise<SecurityGroupRule> => {
  const { deps, db } = inside
  const { security_group_id: groupId } = values
  await checkGroups(inside, values)
  const rule = { ...values, ...standardValues(deps.clock) }
  const identity = identityOf(values)
  if (!(await securityGroupRules.insert(db, rule, { identity }))) {
    const id = (await ruleByIdentity(db, groupId, identity)) ?? ''
    throw errors.SecurityGroupRuleExists({ id })
  }
  await securityGroups.update(db, groupId, {}, timestamp(deps.clock))
  return { ...(await refreshed(securityGroupRules, db, rule.id)), normalized_cidr: normalizedCidr(rule) }
}

/** Throws if the rules belong to several groups, or a rule appears twice. */
const checkTogether = (items: readonly NewRule[]): void => {
  if (new Set(items.map(({ security_group_id }) => security_group_id)).size > 1)
    throw errors.SecurityGroupNotSingleGroupRules()
  for (const item of items) checkRule(item)
  if (new Set(items.map(identityOf)).size < items.length) throw errors.DuplicateSecurityGroupRuleInPost()
}

export const createSecurityGroupRules =
  (deps: Deps) =>
  async (ctx: Context, items: readonly NewRule[]): Promise<SecurityGroupRule[]> => {
    checkTogether(items)
    return deps.transaction(ctx, async (inside) => {
      const all: SecurityGroupRule[] = []
      for (const values of items) {
        await checkQuota(inside, securityGroupRule, values.project_id)
        const made = await insertRule(inside, values)
        await created(inside, securityGroupRule, values, made)
        all.push(made)
      }
      const groupIds = [...new Set(all.map(({ security_group_id }) => security_group_id))]
      inside.afterwards(() => notifyRules(deps, ctx, groupIds))
      return all
    })
  }
