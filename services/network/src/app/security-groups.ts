import {
  securityGroupNotifications,
  securityGroupRuleNotifications,
} from '@nimbo/contracts/network/notifications/resources'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Store } from '../db/store.ts'
import {
  defaultGroupName,
  type PlainSecurityGroup,
  type SecurityGroup,
  type SecurityGroupRule,
} from '../domain/security-group.ts'
import { checkRule, identityOf, type RuleMatch } from '../domain/security-rules.ts'
import { errors } from '../errors.ts'
import { ensureDefaultGroup, insertGroup } from './default-security-group.ts'
import type { Deps, Values } from './deps.ts'
import { checkQuota } from './quotas.ts'
import { refreshed } from './refreshed.ts'
import { standardValues } from './standard-values.ts'

export const createSecurityGroups =
  (deps: Deps) =>
  (ctx: Context, items: readonly Values[]): Promise<SecurityGroup[]> =>
    deps.transaction(async (store) => {
      const created: SecurityGroup[] = []
      for (const values of items) {
        const projectId = String(values.project_id)
        await ensureDefaultGroup(deps, store, projectId)
        if (values.name === defaultGroupName) throw errors.SecurityGroupDefaultAlreadyExists()
        await checkQuota(store, deps.config, 'security_group', projectId)
        const id = await insertGroup(deps, store, values, false)
        if (!id) throw new Error('a fresh security group collided with another')
        const group = await refreshed(store.securityGroups, id)
        await deps.notices.created(store, ctx, securityGroupNotifications, values, group)
        created.push(group)
      }
      return created
    })

export const updateSecurityGroup =
  (deps: Deps) =>
  (ctx: Context, group: SecurityGroup, changes: Values): Promise<SecurityGroup> =>
    deps.transaction(async (store) => {
      const isDefault = (await store.securityGroups.defaultOf(group.project_id)) === group.id
      if (isDefault && changes.name !== undefined && changes.name !== group.name)
        throw errors.SecurityGroupCannotUpdateDefault()
      if (changes.stateful !== undefined && (await store.securityGroups.isUsed(group.id)))
        throw errors.SecurityGroupInUse({ id: group.id, reason: 'in use' })
      await store.securityGroups.rows.update(group.id, changes, timestamp(deps.clock))
      const changed = await refreshed(store.securityGroups, group.id)
      await deps.notices.updated(store, ctx, securityGroupNotifications, changes, changed)
      return changed
    })

export const deleteSecurityGroup =
  (deps: Deps) =>
  (ctx: Context, group: PlainSecurityGroup, isAdmin: boolean): Promise<void> =>
    deps.transaction(async (store) => {
      if (await store.securityGroups.isUsed(group.id))
        throw errors.SecurityGroupInUse({ id: group.id, reason: 'in use' })
      const isDefault = (await store.securityGroups.defaultOf(group.project_id)) === group.id
      if (isDefault && !isAdmin) throw errors.SecurityGroupCannotRemoveDefault()
      await deps.notices.deleting(store, ctx, securityGroupNotifications, group, async () => {
        await store.tags.removeAll(group.id)
        await store.securityGroups.rows.delete(group.id)
      })
    })

/** Has the hosts filter anew where ports depend on these groups. */
export const refilter = async (deps: Deps, ctx: Context, groupIds: readonly string[]): Promise<void> => {
  const byHost = new Map<string, string[]>()
  for (const { id, host } of await deps.store.ports.affectedBy(groupIds))
    byHost.set(host, [...(byHost.get(host) ?? []), id])
  for (const [host, portIds] of byHost) await deps.agents.portsChanged(ctx, host, portIds)
}

const insertRule = async (deps: Deps, store: Store, values: Values): Promise<SecurityGroupRule> => {
  const groupId = String(values.security_group_id)
  const match = values as unknown as RuleMatch
  checkRule(match)
  if (!(await store.securityGroups.exists('all', groupId)))
    throw errors.SecurityGroupNotFound({ id: groupId })
  const remote = match.remote_group_id
  if (remote !== null && !(await store.securityGroups.exists('all', remote)))
    throw errors.SecurityGroupNotFound({ id: remote })
  const rule = { ...values, ...standardValues(deps.clock) }
  const identity = identityOf(match)
  if (!(await store.securityGroupRules.rows.insert(rule, { identity }))) {
    const id = (await store.securityGroupRules.idByIdentity(groupId, identity)) ?? ''
    throw errors.SecurityGroupRuleExists({ id })
  }
  await store.securityGroups.rows.update(groupId, {}, timestamp(deps.clock))
  return refreshed(store.securityGroupRules, rule.id)
}

export const createSecurityGroupRules =
  (deps: Deps) =>
  async (ctx: Context, items: readonly Values[]): Promise<SecurityGroupRule[]> => {
    const created = await deps.transaction(async (store) => {
      const rules: SecurityGroupRule[] = []
      for (const values of items) {
        await checkQuota(store, deps.config, 'security_group_rule', String(values.project_id))
        const rule = await insertRule(deps, store, values)
        await deps.notices.created(store, ctx, securityGroupRuleNotifications, values, rule)
        rules.push(rule)
      }
      return rules
    })
    await refilter(deps, ctx, [...new Set(created.map(({ security_group_id }) => security_group_id))])
    return created
  }

export const deleteSecurityGroupRule =
  (deps: Deps) =>
  async (ctx: Context, rule: SecurityGroupRule): Promise<void> => {
    await deps.transaction(async (store) => {
      await deps.notices.deleting(store, ctx, securityGroupRuleNotifications, rule, () =>
        store.securityGroupRules.rows.delete(rule.id),
      )
      await store.securityGroups.rows.update(rule.security_group_id, {}, timestamp(deps.clock))
    })
    await refilter(deps, ctx, [rule.security_group_id])
  }
