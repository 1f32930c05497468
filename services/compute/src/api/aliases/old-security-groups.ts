import * as operations from '@nimbo/contracts/compute/old-security-groups'
import { asBoolean } from '@nimbo/contracts/compute/words'
import type { NamedGroups } from '../../app/proxies/security-groups.ts'
import { isUuid } from '@nimbo/kernel/ids'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { pageAsked } from './page-asked.ts'
import { groupView, ruleView } from './security-group-view.ts'

const idOf = (id: string): string => {
  if (!isUuid(id)) throw errors.BadRequest({ reason: 'Security group id should be uuid' })
  return id
}

const one = ({ groups: [group], named }: NamedGroups) => {
  if (!group) throw errors.NotFound({ reason: 'Security group not found.' })
  return { security_group: groupView(group, named) }
}

const list = handle(operations.listOldSecurityGroups, async ({ app, ctx, query }) => {
  const everywhere = asBoolean(query.all_tenants) && app.deps.enforcer.isAdmin(ctx)
  const page = pageAsked(app, query)
  const { groups, named } = await app.proxies.securityGroups.list(ctx, everywhere)
  const from = Number(page.offset)
  return {
    security_groups: groups.slice(from, from + Number(page.limit)).map((group) => groupView(group, named)),
  }
})

const create = handle(operations.createOldSecurityGroup, async ({ app, ctx, body }) =>
  one(await app.proxies.securityGroups.create(ctx, body.security_group)),
)

const show = handle(operations.showOldSecurityGroup, async ({ app, ctx, params }) =>
  one(await app.proxies.securityGroups.show(ctx, idOf(params.security_group_id))),
)

const update = handle(operations.updateOldSecurityGroup, async ({ app, ctx, params, body }) =>
  one(await app.proxies.securityGroups.update(ctx, idOf(params.security_group_id), body.security_group)),
)

const remove = handle(operations.deleteOldSecurityGroup, async ({ app, ctx, params }) => {
  await app.proxies.securityGroups.remove(ctx, idOf(params.security_group_id))
})

const createRule = handle(operations.createOldSecurityGroupRule, async ({ app, ctx, body }) => {
  const { parent_group_id } = body.security_group_rule
  const { rule, named } = await app.proxies.securityGroups.createRule(ctx, body.security_group_rule)
  return { security_group_rule: ruleView(rule, parent_group_id, named) }
})

const removeRule = handle(operations.deleteOldSecurityGroupRule, async ({ app, ctx, params }) => {
  await app.proxies.securityGroups.removeRule(ctx, idOf(params.security_group_rule_id))
})

export const oldSecurityGroupRoutes = [list, create, show, update, remove, createRule, removeRule]
