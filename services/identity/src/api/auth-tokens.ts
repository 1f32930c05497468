import * as operations from '@nimbo/contracts/identity/tokens'
import { answer } from '@nimbo/http/answer'
import type { ScopeRequest } from '../app/issue-token.ts'
import { handle } from './handle.ts'
import { tokenView } from './token-view.ts'

const vary = { vary: 'X-Auth-Token' }

const scopeOf = (scope: operations.RequestedScope | undefined): ScopeRequest | undefined => {
  if (scope === undefined || scope === 'unscoped') return scope
  return scope.unscoped === undefined ? scope : 'unscoped'
}

const create = handle(operations.createToken, async ({ ctx, app, body, query, request }) => {
  const { identity, scope } = body.auth
  const { id, token } = await app.tokens.issue(ctx, identity, scopeOf(scope), {
    address: request.remoteAddress,
    agent: request.headers['user-agent'],
  })
  const catalog = 'nocatalog' in query ? undefined : await app.showCatalog(token.claims)
  return answer({ token: tokenView(token, catalog) }, { headers: { ...vary, 'x-subject-token': id } })
})

const show = handle(operations.showToken, async ({ app, found: { token }, query, request }) => {
  const catalog = 'nocatalog' in query ? undefined : await app.showCatalog(token.claims)
  const subject = request.headers['x-subject-token'] ?? ''
  return answer({ token: tokenView(token, catalog) }, { headers: { ...vary, 'x-subject-token': subject } })
})

const check = handle(operations.checkToken, async ({ request }) => {
  const subject = request.headers['x-subject-token'] ?? ''
  return answer(undefined, { headers: { ...vary, 'x-subject-token': subject } })
})

const revoke = handle(operations.revokeToken, async ({ app, found: { token } }) => {
  await app.tokens.revoke(token.claims.auditIds[0] ?? '')
})

export const tokens = [create, show, check, revoke]
