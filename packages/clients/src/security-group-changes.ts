import {
  type SecurityGroup as WholeGroup,
  securityGroupOperations,
} from '@nimbo/contracts/network/security-group'
import {
  type securityGroupRule as ruleKind,
  securityGroupRuleOperations,
} from '@nimbo/contracts/network/security-group-rule'
import type { Context } from '@nimbo/kernel/context'
import type { Given } from '@nimbo/resource/describe/kind'
import type { SecurityGroup, SecurityGroupRule } from './network.ts'
import type { ServiceClient } from './service-client.ts'

type Told = Pick<WholeGroup, 'name' | 'description'>

/** Operations of users on security groups; a missing one is a fault with status 404. */
export interface SecurityGroupChanges {
  show(ctx: Context, id: string): Promise<SecurityGroup>
  create(ctx: Context, told: Told): Promise<SecurityGroup>
  update(ctx: Context, id: string, told: Told): Promise<SecurityGroup>
  remove(ctx: Context, id: string): Promise<void>
  createRule(ctx: Context, rule: Given<typeof ruleKind>): Promise<SecurityGroupRule>
  removeRule(ctx: Context, id: string): Promise<void>
}

/** Safe: users see all attributes of their own groups. */
const seen = <Whole>(shown: Partial<Whole>): Whole => shown as Whole

export const securityGroupChanges = (network: ServiceClient): SecurityGroupChanges => {
  const at = (security_group_id: string) => ({ path: { security_group_id } })
  const { show, create, update, delete: remove } = securityGroupOperations
  return {
    show: async (ctx, id) => seen((await network.call(ctx, show, at(id))).security_group),
    create: async (ctx, told) =>
      seen((await network.call(ctx, create, { body: { security_group: told } })).security_group),
    update: async (ctx, id, told) =>
      seen((await network.call(ctx, update, { ...at(id), body: { security_group: told } })).security_group),
    remove: async (ctx, id) => {
      await network.call(ctx, remove, at(id))
    },
    createRule: async (ctx, rule) => {
      const body = { security_group_rule: rule }
      return seen((await network.call(ctx, securityGroupRuleOperations.create, { body })).security_group_rule)
    },
    removeRule: async (ctx, security_group_rule_id) => {
      await network.call(ctx, securityGroupRuleOperations.delete, { path: { security_group_rule_id } })
    },
  }
}
