import * as operations from '@nimbo/contracts/identity/trusts'
import type { Context } from '@nimbo/kernel/context'
import type { IdentityApp } from '../../app/identity-app.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks, wholeLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { partOf } from '../../api/unread-body.ts'
import { extraOf } from '../../api/record-body.ts'
import { roleView } from '../role/view.ts'
import { found as foundIn } from '../../app/found.ts'
import type { ShownTrust } from './trusts.ts'

const known = [
  ...['trustor_user_id', 'trustee_user_id', 'impersonation', 'project_id', 'expires_at', 'remaining_uses'],
  ...[
    'allow_redelegation',
    'redelegation_count',
    'roles',
    'deleted_at',
    'redelegated_trust_id',
    'roles_links',
  ],
]

const listed =
  (base: string) =>
  ({ extra, redelegated_trust_id, ...trust }: operations.Trust): operations.ListedTrust => {
    const self = `${base}/v3/OS-TRUST/trusts/${trust.id}`
    return withSelf(self, {
      ...extra,
      ...trust,
      redelegated_trust_id,
      deleted_at: null,
    })
  }

const view =
  (base: string) =>
  ({ trust, roles }: ShownTrust) => ({
    ...listed(base)(trust),
    roles: roles.map(roleView(base)),
    roles_links: { self: `${base}/v3/OS-TRUST/trusts/${trust.id}/roles`, next: null, previous: null },
  })

const enforce = async ({ app, ctx }: { readonly app: IdentityApp; readonly ctx: Context }) =>
  app.trusts.refuseTo(await app.tokens.validate(ctx.token ?? ''))

const create = handle(
  operations.createTrust,
  async ({ ctx, app, body: { trust }, base }) => {
    const token = await app.tokens.validate(ctx.token ?? '')
    const made = await app.trusts.create(ctx, token, { ...trust, extra: extraOf(trust, known) })
    return { trust: view(base)(made) }
  },
  { unread: (body) => ({ target: { trust: partOf(body, 'trust') } }) },
)

const list = handle(operations.listTrusts, async (call) => {
  const { app, query, base } = call
  const { trustor_user_id, trustee_user_id } = query
  const target = { trust: { trustor_user_id, trustee_user_id } }
  if (trustor_user_id === undefined && trustee_user_id === undefined) call.enforce('identity:list_trusts')
  if (trustor_user_id !== undefined) call.enforce('identity:list_trusts_for_trustor', { target })
  if (trustee_user_id !== undefined) call.enforce('identity:list_trusts_for_trustee', { target })
  await enforce(call)
  const page = pageIn(query, app.mostListed)
  const filters = { trustor_user_id: 'text', trustee_user_id: 'text' } as const
  const trusts = await app.trusts.list(filtersIn(query, filters), page)
  return { trusts: trusts.map(listed(base)), ...pageLinks(call, trusts, page) }
})

const show = handle(operations.showTrust, async (call) => {
  await enforce(call)
  return { trust: view(call.base)(await call.app.trusts.show(call.found.trust)) }
})

const remove = handle(operations.deleteTrust, async (call) => {
  await enforce(call)
  await call.app.trusts.remove(call.ctx, call.found.trust)
})

const listRoles = handle(operations.listTrustRoles, async (call) => {
  await enforce(call)
  const roles = await call.app.trusts.rolesOf(call.found.trust.id)
  return { roles: roles.map(roleView(call.base)), ...wholeLinks(call) }
})

const showRole = handle(operations.showTrustRole, async (call) => {
  const { app, found, params, base } = call
  const { role_id } = params
  await enforce(call)
  const roles = await app.trusts.rolesOf(found.trust.id)
  const role = foundIn(
    roles.find(({ id }) => id === role_id),
    'role',
    role_id,
  )
  return { role: roleView(base)(role) }
})

const checkRole = handle(operations.checkTrustRole, async (call) => {
  const { app, found, params } = call
  const { role_id } = params
  await enforce(call)
  const roles = await app.trusts.rolesOf(found.trust.id)
  foundIn(
    roles.find(({ id }) => id === role_id),
    'role',
    role_id,
  )
})

export const trustRoutes = [create, list, show, remove, listRoles, showRole, checkRole]
