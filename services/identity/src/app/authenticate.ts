import type { ApplicationCredential } from '../domain/records.ts'
import type { AuthMethod, Scope } from '../domain/token-claims.ts'
import { errors } from '../errors.ts'
import type { Deps } from './deps.ts'
import { type NamedInDomain, principalFinder } from './find-principal.ts'
import type { LoginWatch } from './login-watch.ts'
import type { PasswordRules } from './password-rules.ts'
import { verifyPassword } from './passwords.ts'
import type { ValidateToken } from './validate-token.ts'

/** Proofs of who asks, one for each method named. */
export interface Identity {
  readonly methods: readonly AuthMethod[]
  readonly password?: { readonly user: NamedInDomain & { readonly password: string } } | undefined
  readonly token?: { readonly id: string } | undefined
  readonly application_credential?:
    | (NamedInDomain & { readonly secret: string; readonly user?: NamedInDomain | undefined })
    | undefined
}

/** Who asks, as the proofs show, and what that limits. */
export interface Authenticated {
  readonly userId: string
  readonly methods: readonly AuthMethod[]
  /** The chain the new token belongs to. */
  readonly rootAuditId?: string
  /** The new token ends no later. */
  readonly expiresBy?: number
  /** The only scope the proofs allow. */
  readonly scope?: Scope
  readonly applicationCredentialId?: string
}

interface Parts {
  readonly validateToken: ValidateToken
  readonly logins: LoginWatch
  readonly passwords: PasswordRules
}

/**
 * Checks every proof; throws `Unauthorized`, always the same, when any is wrong or they speak of two users, and
 * `PasswordExpired` for a right one that has to be changed.
 */
export const createAuthenticate = (deps: Deps, { validateToken, logins, passwords }: Parts) => {
  const { stores, config } = deps
  const find = principalFinder(stores)

  const byPassword = async ({ password }: Identity): Promise<Authenticated> => {
    if (!password) throw errors.Unauthorized()
    const user = await find.user(password.user)
    const right = await verifyPassword(password.user.password, user?.password_hash)
    if (!user || !(await logins.admits(user, right))) throw errors.Unauthorized()
    if (user.enabled && passwords.isExpired(user)) throw errors.PasswordExpired({ userId: user.id })
    return { userId: user.id, methods: ['password'] }
  }

  const byToken = async ({ token }: Identity): Promise<Authenticated> => {
    if (!token) throw errors.Unauthorized()
    const { claims } = await validateToken(token.id).catch((cause) => {
      throw errors.Unauthorized({}, { cause })
    })
    const { userId, methods, auditIds, expiresAt, scope, applicationCredentialId } = claims
    if (scope.kind !== 'unscoped' && !config.token.allow_rescope_scoped_token)
      throw errors.Forbidden({ action: 'rescope a scoped token' })
    const rootAuditId = auditIds.at(-1)
    return {
      userId,
      methods: [...new Set<AuthMethod>([...methods, 'token'])],
      expiresBy: expiresAt,
      ...(rootAuditId === undefined ? {} : { rootAuditId }),
      // What came from an application credential stays within it.
      ...(applicationCredentialId === undefined ? {} : { applicationCredentialId, scope }),
    }
  }

  const findCredential = async (
    spec: NonNullable<Identity['application_credential']>,
  ): Promise<ApplicationCredential | undefined> => {
    if (spec.id !== undefined) return stores.applicationCredentials.find(spec.id)
    const user = await find.user(spec.user ?? {})
    return user && stores.applicationCredentials.findBy({ user_id: user.id, name: spec.name ?? '' })
  }

  const byApplicationCredential = async (identity: Identity): Promise<Authenticated> => {
    const spec = identity.application_credential
    if (!spec) throw errors.Unauthorized()
    const credential = await findCredential(spec)
    const right = await verifyPassword(spec.secret, credential?.secret_hash)
    if (!credential || !right) throw errors.Unauthorized()
    return {
      userId: credential.user_id,
      methods: ['application_credential'],
      scope: { kind: 'project', id: credential.project_id },
      applicationCredentialId: credential.id,
      ...(credential.expires_at === null ? {} : { expiresBy: Date.parse(credential.expires_at) }),
    }
  }

  const by = { password: byPassword, token: byToken, application_credential: byApplicationCredential }

  return async (identity: Identity): Promise<Authenticated> => {
    let together: Authenticated | undefined
    for (const method of new Set(identity.methods)) {
      const one = await by[method](identity)
      if (together && together.userId !== one.userId) throw errors.Unauthorized()
      const ends = [together?.expiresBy, one.expiresBy].filter((end) => end !== undefined)
      together = {
        ...together,
        ...one,
        methods: [...new Set([...(together?.methods ?? []), ...one.methods])],
        ...(ends.length === 0 ? {} : { expiresBy: Math.min(...ends) }),
      }
    }
    if (!together) throw errors.Unauthorized()
    return together
  }
}
