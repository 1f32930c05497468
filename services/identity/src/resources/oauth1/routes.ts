import * as operations from '@nimbo/contracts/identity/oauth1'
import type { Context } from '@nimbo/kernel/context'
import { refuseDelegated } from '../../app/delegation.ts'
import type { IdentityApp } from '../../app/identity-app.ts'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks, wholeLinks, withSelf } from '../../api/links.ts'
import { pageIn } from '../../api/list-request.ts'
import { extraOf } from '../../api/record-body.ts'
import { roleView } from '../role/view.ts'
import { found as foundIn } from '../../app/found.ts'
import { errors } from '../../errors.ts'
import { signedCallOf } from './signed-call-of.ts'

const known = ['id', 'secret', 'description', 'links']

const consumerView =
  (base: string) =>
  ({ extra, id, description }: operations.OauthConsumer): operations.ConsumerView =>
    withSelf(`${base}/v3/OS-OAUTH1/consumers/${id}`, { ...extra, id, description })

const createConsumer = handle(
  operations.createConsumer,
  async ({ ctx, app, body: { consumer = {} }, base }) => {
    const given = { description: consumer.description ?? null, extra: extraOf(consumer, known) }
    const made = await app.oauth1.consumers.create(ctx, given)
    return { consumer: { ...consumerView(base)(made), secret: made.secret } }
  },
)

const listConsumers = handle(operations.listConsumers, async (call) => {
  const page = pageIn(call.query, call.app.mostListed)
  const consumers = await call.app.oauth1.consumers.list(page)
  return { consumers: consumers.map(consumerView(call.base)), ...pageLinks(call, consumers, page) }
})

const showConsumer = handle(operations.showConsumer, async ({ found, base }) => ({
  consumer: consumerView(base)(found.consumer),
}))

const updateConsumer = handle(operations.updateConsumer, async ({ ctx, app, found, body, base }) => {
  refuseNewId(body.consumer, found.consumer.id)
  const { description = found.consumer.description } = body.consumer
  const extra = { ...found.consumer.extra, ...extraOf(body.consumer, known) }
  const changed = await app.oauth1.consumers.update(ctx, found.consumer, { description, extra })
  return { consumer: consumerView(base)(changed) }
})

const deleteConsumer = handle(operations.deleteConsumer, ({ ctx, app, found }) =>
  app.oauth1.consumers.remove(ctx, found.consumer),
)

/** The reply in form encoding (RFC 5849, 2.1). */
const formOf = (token: Pick<operations.OauthAccessToken, 'id' | 'secret' | 'expires_at'>): string =>
  new URLSearchParams({
    oauth_token: token.id,
    oauth_token_secret: token.secret,
    ...(token.expires_at === null ? {} : { oauth_expires_at: token.expires_at }),
  }).toString()

const createRequestToken = handle(operations.createRequestToken, async ({ ctx, app, request }) => {
  const projectId = request.headers['requested-project-id']
  if (!projectId)
    throw errors.Invalid({ reason: 'Expecting to find requested_project_id in request headers.' })
  return formOf(await app.oauth1.requestTokens.create(ctx, signedCallOf(request), projectId))
})

const authorize = handle(operations.authorizeRequestToken, async ({ ctx, app, found, body }) => {
  const token = await app.tokens.validate(ctx.token ?? '')
  const verifier = await app.oauth1.requestTokens.authorize(token, found.request_token, body.roles)
  return { token: { oauth_verifier: verifier } }
})

const createAccessToken = handle(operations.createAccessToken, async ({ ctx, app, request }) =>
  formOf(await app.oauth1.accessTokens.create(ctx, signedCallOf(request))),
)

const accessTokenView =
  (base: string) =>
  ({ id, consumer_id, project_id, authorizing_user_id, expires_at }: operations.OauthAccessToken) => {
    const self = `${base}/v3/users/${authorizing_user_id}/OS-OAUTH1/access_tokens/${id}`
    const shown = { id, consumer_id, project_id, authorizing_user_id, expires_at }
    return { ...shown, links: { self, roles: `${self}/roles` } }
  }

const refuseHandedOn = async ({ app, ctx }: { readonly app: IdentityApp; readonly ctx: Context }) =>
  refuseDelegated(await app.tokens.validate(ctx.token ?? ''), 'OAuth access tokens')

const listAccessTokens = handle(operations.listAccessTokens, async (call) => {
  await refuseHandedOn(call)
  const tokens = await call.app.oauth1.accessTokens.list(call.found.user.id)
  return { access_tokens: tokens.map(accessTokenView(call.base)), ...wholeLinks(call) }
})

const showAccessToken = handle(operations.showAccessToken, async (call) => {
  await refuseHandedOn(call)
  return { access_token: accessTokenView(call.base)(call.found.access_token) }
})

const deleteAccessToken = handle(operations.deleteAccessToken, async (call) => {
  await refuseHandedOn(call)
  await call.app.oauth1.accessTokens.remove(call.ctx, call.found.access_token)
})

const listRoles = handle(operations.listAccessTokenRoles, async (call) => {
  const roles = await call.app.oauth1.accessTokens.rolesOf(call.found.access_token)
  return { roles: roles.map(roleView(call.base)), ...wholeLinks(call) }
})

const showRole = handle(operations.showAccessTokenRole, async ({ app, found, params: { role_id }, base }) => {
  const roles = await app.oauth1.accessTokens.rolesOf(found.access_token)
  const role = roles.find(({ id }) => id === role_id)
  return { role: roleView(base)(foundIn(role, 'role', role_id)) }
})

export const oauth1Routes = [
  ...[createConsumer, listConsumers, showConsumer, updateConsumer, deleteConsumer],
  ...[createRequestToken, authorize, createAccessToken],
  ...[listAccessTokens, showAccessToken, deleteAccessToken, listRoles, showRole],
]
