import type { Scope, TokenClaims } from '../../domain/tokens/token-claims.ts'
import { errors } from '../../errors.ts'
import type { Authenticated } from '../../app/authenticated.ts'
import type { Deps } from '../../app/deps.ts'
import type { DescribeClaims } from './describe-claims.ts'
import type { IssuedToken } from '../../domain/tokens/token.ts'
import type { LdapDomains } from '../ldap/ldap-domains.ts'
import type { LoginWatch } from '../user/login-watch.ts'
import { newAuditId } from './token-codec.ts'

/** The claims of a new token, unscoped. */
export const claimsFor = (
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  who: Authenticated,
): TokenClaims => {
  const now = clock.now()
  const auditId = newAuditId()
  const { applicationCredentialId, trustId, federation, accessTokenId, certificateThumbprint } = who
  return {
    userId: who.userId,
    methods: who.methods,
    scope: { kind: 'unscoped' },
    issuedAt: now,
    expiresAt: Math.min(now + config.token.expiration * 1000, who.expiresBy ?? Number.POSITIVE_INFINITY),
    auditIds: who.rootAuditId === undefined ? [auditId] : [auditId, who.rootAuditId],
    ...(applicationCredentialId === undefined ? {} : { applicationCredentialId }),
    ...(trustId === undefined ? {} : { trustId }),
    ...(federation === undefined ? {} : { federation }),
    ...(accessTokenId === undefined ? {} : { accessTokenId }),
    ...(certificateThumbprint === undefined ? {} : { certificateThumbprint }),
  }
}

interface Parts {
  readonly describe: DescribeClaims
  readonly logins: LoginWatch
  readonly directories: Pick<LdapDomains, 'keepUp'>
}

/** Issues a token to an authenticated user; throws `Unauthorized` if it would not be valid. */
export const createSealToken =
  (deps: Pick<Deps, 'clock' | 'codec' | 'config'>, { describe, logins, directories }: Parts) =>
  async (who: Authenticated, scope: Scope): Promise<IssuedToken> => {
    // Only logins with a password ask the LDAP server anyway, which may have disabled the user since the last one.
    await directories.keepUp(who.userId)
    const claims = { ...claimsFor(deps, who), scope }
    const token = await describe(claims, deps.clock.now())
    if (!token) throw errors.Unauthorized()
    await logins.noteActive(who.userId)
    return { id: await deps.codec.seal(claims), token }
  }

export type SealToken = ReturnType<typeof createSealToken>
