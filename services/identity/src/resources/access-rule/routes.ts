import * as operations from '@nimbo/contracts/identity/access-rules'
import { handle } from '../../api/handle.ts'
import { pageLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'

const filters = { service: 'text', method: 'text', path: 'text' } as const

const view =
  (base: string) =>
  ({ user_id, ...rule }: operations.AccessRule) =>
    withSelf(`${base}/v3/users/${user_id}/access_rules/${rule.id}`, rule)

const list = handle(operations.listAccessRules, async (call) => {
  const { app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const rules = await app.accessRules.list(found.user.id, filtersIn(query, filters), page)
  return { access_rules: rules.map(view(base)), ...pageLinks(call, rules, page) }
})

const show = handle(operations.showAccessRule, async ({ found, base }) => ({
  access_rule: view(base)(found.access_rule),
}))

const remove = handle(operations.deleteAccessRule, async ({ ctx, app, found }) => {
  await app.accessRules.remove(ctx, found.access_rule.id)
})

export const accessRuleRoutes = [list, show, remove]
