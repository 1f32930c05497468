import type { Context } from '@nimbo/kernel/context'
import { requiredMethods, satisfiesRules } from '../../domain/authentication/required-methods.ts'
import type { IssuedToken, UserRef } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'
import { type CameBy, createAuthenticate, type Identity } from '../../app/authenticate.ts'
import type { Authenticated } from '../../app/authenticated.ts'
import type { FederatedSignIn } from '../federation-protocol/sign-in.ts'
import type { LdapDomains } from '../ldap/ldap-domains.ts'
import type { AccessTokens } from '../oauth1/access-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import type { DescribeClaims } from './describe-claims.ts'
import type { IsPasscodeOf } from '../../app/is-passcode-of.ts'
import type { LoginWatch } from '../user/login-watch.ts'
import type { PasswordRules } from '../user/password-rules.ts'
import type { Receipt } from '../../app/receipts.ts'
import { createRequestedScope, type ScopeRequest } from '../../app/requested-scope.ts'
import { claimsFor, type SealToken } from './seal-token.ts'
import type { ValidateToken } from './validate-token.ts'

/** The login needs more methods: all of one of the lists in `required`. */
export interface MoreNeeded {
  /** The auth receipt, to be sent with the remaining methods. */
  readonly receiptId: string
  readonly receipt: Receipt
  readonly user: UserRef
  readonly required: readonly (readonly string[])[]
}

/** A request for a token. */
export interface Login {
  readonly identity: Identity
  readonly scope?: ScopeRequest | undefined
  /** The auth receipt of an earlier login with other methods. */
  readonly receiptId?: string | undefined
  readonly cameBy?: CameBy | undefined
}

interface Parts {
  readonly validateToken: ValidateToken
  readonly logins: LoginWatch
  readonly passwords: PasswordRules
  readonly directories: Pick<LdapDomains, 'signIn'>
  readonly isPasscodeOf: IsPasscodeOf
  readonly federatedSignIn: FederatedSignIn
  readonly accessTokens: Pick<AccessTokens, 'signedBy'>
  readonly describe: DescribeClaims
  readonly seal: SealToken
}

/**
 * Authenticates a user and issues a token, or an auth receipt if multi-factor rules require more methods. Failures are the same
 * `Unauthorized`, except for a correct password that has expired.
 */
export const createIssueToken = (deps: Deps, parts: Parts) => {
  const { clock, config, receipts, tracer } = deps
  const { describe, seal } = parts
  const authenticate = createAuthenticate(deps, parts)
  const requestedScope = createRequestedScope(deps, describe)

  const receiptFor = async ({ userId, methods }: Authenticated, user: UserRef): Promise<MoreNeeded> => {
    const issuedAt = clock.now()
    const receipt = { userId, methods, issuedAt, expiresAt: issuedAt + config.receipt.expiration * 1000 }
    return { receipt, receiptId: await receipts.seal(receipt), user, required: requiredMethods(user.options) }
  }

  return (
    ctx: Context,
    { identity, scope: request, receiptId, cameBy }: Login,
  ): Promise<IssuedToken | MoreNeeded> =>
    tracer.span(ctx, 'issue-token', async (_, annotate) => {
      const before = receiptId === undefined ? undefined : await receipts.open(receiptId)
      const who = await authenticate(identity, before, cameBy)
      const unscoped = await describe(
        claimsFor(deps, { userId: who.userId, methods: who.methods }),
        clock.now(),
      )
      if (!unscoped) throw errors.Unauthorized()
      const { user } = unscoped
      if (!satisfiesRules(user.options, who.methods)) return receiptFor(who, user)
      const scoped = await requestedScope(who, request)
      const issued = await seal(scoped.who, scoped.scope)
      const [auditId = ''] = issued.token.claims.auditIds
      annotate({ audit_id: auditId, resource: auditId })
      return issued
    })
}
