import { isDeepStrictEqual } from 'node:util'
import type { Context } from '@nimbo/kernel/context'
import { satisfiesRules } from '../domain/required-methods.ts'
import type { Token } from '../domain/token.ts'
import type { Scope, TokenClaims } from '../domain/token-claims.ts'
import { errors } from '../errors.ts'
import { type Authenticated, createAuthenticate, type Identity } from './authenticate.ts'
import type { Deps } from './deps.ts'
import { claimsDescriber } from './describe-claims.ts'
import { type DomainSpec, type NamedInDomain, principalFinder } from './find-principal.ts'
import type { LoginWatch } from './login-watch.ts'
import type { PasswordRules } from './password-rules.ts'
import { newAuditId } from './token-codec.ts'
import type { ValidateToken } from './validate-token.ts'

/** What the new token is to be good for; the user's default project when left out. */
export type ScopeRequest =
  | 'unscoped'
  | {
      readonly project?: NamedInDomain | undefined
      readonly domain?: DomainSpec | undefined
      readonly system?: { readonly all: boolean } | undefined
    }

export interface IssuedToken {
  /** The token itself, for `X-Subject-Token`. */
  readonly id: string
  readonly token: Token
}

interface Parts {
  readonly validateToken: ValidateToken
  readonly logins: LoginWatch
  readonly passwords: PasswordRules
}

/**
 * Checks who asks and hands out a token. Whatever is wrong, the answer is the same `Unauthorized`, but for those who gave the
 * right password and need another one, or more than it.
 */
export const createIssueToken = (deps: Deps, parts: Parts) => {
  const { clock, codec, config, stores, tracer } = deps
  const { logins } = parts
  const authenticate = createAuthenticate(deps, parts)
  const describe = claimsDescriber(stores, logins)
  const find = principalFinder(stores)

  const requestedScope = async (request: Exclude<ScopeRequest, 'unscoped'>): Promise<Scope> => {
    if (request.system?.all) return { kind: 'system' }
    const kind = request.project ? 'project' : 'domain'
    const found = request.project
      ? await find.project(request.project)
      : await find.domain(request.domain ?? {})
    if (!found) throw errors.Unauthorized()
    return { kind, id: found.id }
  }

  /** A default project the user cannot use is as good as none. */
  const defaultScope = async (claims: TokenClaims): Promise<Scope> => {
    const projectId = (await stores.users.find(claims.userId))?.default_project_id
    if (!projectId) return { kind: 'unscoped' }
    const scope: Scope = { kind: 'project', id: projectId }
    return (await describe({ ...claims, scope }, clock.now())) ? scope : { kind: 'unscoped' }
  }

  const scopeFor = async (
    claims: TokenClaims,
    who: Authenticated,
    request: ScopeRequest | undefined,
  ): Promise<Scope> => {
    if (who.scope) {
      const wanted =
        request === undefined || request === 'unscoped' ? undefined : await requestedScope(request)
      if (request === 'unscoped' || (wanted && !isDeepStrictEqual(wanted, who.scope)))
        throw errors.Unauthorized()
      return who.scope
    }
    if (request === 'unscoped') return { kind: 'unscoped' }
    return request ? requestedScope(request) : defaultScope(claims)
  }

  return (ctx: Context, identity: Identity, request?: ScopeRequest): Promise<IssuedToken> =>
    tracer.span(ctx, 'issue-token', async (_, annotate) => {
      const who = await authenticate(identity)
      const now = clock.now()
      const auditId = newAuditId()
      const unscoped: TokenClaims = {
        userId: who.userId,
        methods: who.methods,
        scope: { kind: 'unscoped' },
        issuedAt: now,
        expiresAt: Math.min(now + config.token.expiration * 1000, who.expiresBy ?? Number.POSITIVE_INFINITY),
        auditIds: who.rootAuditId === undefined ? [auditId] : [auditId, who.rootAuditId],
        ...(who.applicationCredentialId === undefined
          ? {}
          : { applicationCredentialId: who.applicationCredentialId }),
      }
      const claims = { ...unscoped, scope: await scopeFor(unscoped, who, request) }
      const token = await describe(claims, now)
      if (!token) throw errors.Unauthorized()
      const { methods } = claims
      if (!satisfiesRules(token.user.options, methods))
        throw errors.InsufficientAuthMethods({ userId: who.userId, methods })
      await logins.noteActive(who.userId)
      annotate({ audit_id: auditId, resource: auditId })
      return { id: await codec.seal(claims), token }
    })
}
