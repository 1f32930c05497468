import * as operations from '@nimbo/contracts/identity/access-rules'
import type { Context } from '@nimbo/kernel/context'
import { refuseDelegated } from '../../app/delegation.ts'
import type { IdentityApp } from '../../app/identity-app.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'

const filters = { service: 'text', method: 'text', path: 'text' } as const

const view =
  (base: string) =>
  ({ user_id, ...rule }: operations.AccessRule) =>
    withSelf(`${base}/v3/users/${user_id}/access_rules/${rule.id}`, rule)

const refuseHandedOn = async ({ app, ctx }: { readonly app: IdentityApp; readonly ctx: Context }) =>
  refuseDelegated(await app.tokens.validate(ctx.token ?? ''), 'application credentials')

const list = handle(operations.listAccessRules, async (call) => {
  await refuseHandedOn(call)
  const { app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const rules = await app.accessRules.list(found.user.id, filtersIn(query, filters), page)
  return { access_rules: rules.map(view(base)), ...pageLinks(call, rules, page) }
})

const show = handle(operations.showAccessRule, async (call) => {
  await refuseHandedOn(call)
  return { access_rule: view(call.base)(call.found.access_rule) }
})

const remove = handle(operations.deleteAccessRule, async (call) => {
  const { ctx, app, found } = call
  await refuseHandedOn(call)
  await app.accessRules.remove(ctx, found.access_rule.id)
})

export const accessRuleRoutes = [list, show, remove]
