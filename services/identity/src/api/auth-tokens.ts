import { created, noContent, ok } from '@nimbo/http/reply'
import type { Static } from 'typebox'
import type { ScopeRequest } from '../app/issue-token.ts'
import type { Token } from '../domain/token.ts'
import { errors } from '../errors.ts'
import { Authenticate } from './auth-schemas.ts'
import { judged } from './judged.ts'
import { flagIn } from './list-request.ts'
import { route } from './route.ts'
import { tokenView } from './token-view.ts'

const vary = { vary: 'X-Auth-Token' }

/** Python clients ask for no scope as `"unscoped"`, others as `{"unscoped": {}}`. */
const scopeOf = (scope: Static<typeof Authenticate>['auth']['scope']): ScopeRequest | undefined => {
  if (scope === undefined || scope === 'unscoped') return scope
  return scope.unscoped === undefined ? scope : 'unscoped'
}

const createToken = route({
  method: 'POST',
  path: '/v3/auth/tokens',
  name: 'tokens.create',
  policy: { open: 'this is where callers prove who they are' },
  body: Authenticate,
  replies: [201],
  async handle({ ctx, app, body, query, request }) {
    const { identity, scope } = body.auth
    const { id, token } = await app.tokens.issue(ctx, identity, scopeOf(scope), {
      address: request.remoteAddress,
      agent: request.headers['user-agent'],
    })
    const catalog = 'nocatalog' in query ? undefined : await app.showCatalog(token.claims)
    return created(tokenView(token, catalog), { ...vary, 'x-subject-token': id })
  },
})

const subjectOf = (headers: Readonly<Record<string, string>>): string => {
  const subject = headers['x-subject-token']
  if (!subject) throw errors.TokenNotFound({ reason: 'No token in the request' })
  return subject
}

/** What rules about tokens look at. */
const targetOf = ({ claims }: Token) => ({ target: { token: { user_id: claims.userId } } })

const showToken = route({
  method: 'GET',
  path: '/v3/auth/tokens',
  name: 'tokens.show',
  policy: { inHandler: 'one may always ask about a token of one’s own' },
  replies: [200],
  async handle({ app, query, request, enforce }) {
    const subject = subjectOf(request.headers)
    const rule = request.method === 'HEAD' ? 'identity:check_token' : 'identity:validate_token'
    const allowExpired = flagIn(query, 'allow_expired') ?? false
    const token = await judged(enforce, rule, app.tokens.validate(subject, { allowExpired }), targetOf)
    const catalog = 'nocatalog' in query ? undefined : await app.showCatalog(token.claims)
    return ok(tokenView(token, catalog), { ...vary, 'x-subject-token': subject })
  },
})

const revokeToken = route({
  method: 'DELETE',
  path: '/v3/auth/tokens',
  name: 'tokens.delete',
  policy: { inHandler: 'one may always end a token of one’s own' },
  replies: [204],
  async handle({ app, request, enforce }) {
    const load = app.tokens.validate(subjectOf(request.headers))
    const token = await judged(enforce, 'identity:revoke_token', load, targetOf)
    await app.tokens.revoke(token.claims.auditIds[0] ?? '')
    return noContent()
  },
})

export const tokenRoutes = [createToken, showToken, revokeToken]
