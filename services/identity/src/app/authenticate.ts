import type { ApplicationCredential } from '../domain/records.ts'
import type { Context } from '@nimbo/kernel/context'
import type { SignedCall } from '../domain/authentication/oauth1-signature.ts'
import type { FederatedSignIn } from '../resources/federation-protocol/sign-in.ts'
import type { FederatedRequest } from '../resources/federation-protocol/assertion-source.ts'
import type { LdapDomains } from '../resources/ldap/ldap-domains.ts'
import type { AccessTokens } from '../resources/oauth1/access-tokens.ts'
import type { AuthMethod, LoginMethod } from '../domain/tokens/token-claims.ts'
import { errors } from '../errors.ts'
import type { Authenticated } from './authenticated.ts'
import type { Deps } from './deps.ts'
import { type NamedInDomain, principalFinder } from './find-principal.ts'
import type { LoginWatch } from '../resources/user/login-watch.ts'
import type { IsPasscodeOf } from './is-passcode-of.ts'
import type { PasswordRules } from '../resources/user/password-rules.ts'
import type { Receipt } from './receipts.ts'
import type { ValidateToken } from '../resources/token/validate-token.ts'

/** The `identity` object of a login: the authentication methods, and the data of each. */
export interface Identity {
  readonly methods: readonly LoginMethod[]
  readonly password?: { readonly user: NamedInDomain & { readonly password: string } } | undefined
  readonly token?: { readonly id: string } | undefined
  readonly mapped?: { readonly identity_provider: string; readonly protocol: string } | undefined
  readonly oauth1?: object | undefined
  readonly totp?: { readonly user: NamedInDomain & { readonly passcode: string } } | undefined
  readonly application_credential?:
    | (NamedInDomain & { readonly secret: string; readonly user?: NamedInDomain | undefined })
    | undefined
}

/** The request of a login, for its OAuth1 signature and federated assertion, which are not in the `identity` object. */
export interface CameBy {
  readonly ctx: Context
  readonly federated: FederatedRequest
  readonly signed: SignedCall
}

interface Parts {
  readonly validateToken: ValidateToken
  readonly logins: LoginWatch
  readonly passwords: PasswordRules
  readonly directories: Pick<LdapDomains, 'signIn'>
  readonly isPasscodeOf: IsPasscodeOf
  readonly federatedSignIn: FederatedSignIn
  readonly accessTokens: Pick<AccessTokens, 'signedBy'>
}

/**
 * Checks all authentication methods of a login, in addition to those already recorded in an auth receipt. Throws the same
 * `Unauthorized` whenever a method fails or two of them identify different users, and `PasswordExpired` for a correct password
 * that has to be changed.
 */
export const createAuthenticate = (
  deps: Deps,
  { validateToken, logins, passwords, directories, isPasscodeOf, federatedSignIn, accessTokens }: Parts,
) => {
  const { stores, config } = deps
  const find = principalFinder(stores)

  const byPassword = async ({ password }: Identity): Promise<Authenticated> => {
    if (!password) throw errors.Unauthorized()
    const elsewhere = await directories.signIn(password.user)
    if (elsewhere) {
      if (!elsewhere.user?.enabled) throw errors.Unauthorized()
      return { userId: elsewhere.user.id, methods: ['password'] }
    }
    const user = await find.user(password.user)
    const right = await passwords.verify(password.user.password, user?.password_hash)
    if (!user || !(await logins.admits(user, right))) throw errors.Unauthorized()
    if (user.enabled && passwords.isExpired(user)) throw errors.PasswordExpired({ userId: user.id })
    await passwords.renewHash(user, password.user.password)
    return { userId: user.id, methods: ['password'] }
  }

  const byToken = async ({ token }: Identity): Promise<Authenticated> => {
    if (!token) throw errors.Unauthorized()
    if (token.id === '') throw errors.NotThere({ reason: 'No token in the request' })
    const { claims } = await validateToken(token.id)
    const { userId, methods, auditIds, expiresAt, scope, applicationCredentialId, trustId, federation } =
      claims
    if (trustId !== undefined)
      throw errors.Forbidden({
        action: 'Using trust-scoped token to create another token. Create a new trust-scoped token instead',
      })
    if (claims.accessTokenId !== undefined)
      throw errors.Forbidden({
        action: 'Using OAuth-scoped token to create another token. Create a new OAuth-scoped token instead',
      })
    if (methods.includes('ec2credential'))
      throw errors.Forbidden({ action: 'Using a delegated token to create another token is not allowed' })
    if (claims.certificateThumbprint !== undefined)
      throw errors.Forbidden({ action: 'Using a token bound to a certificate to create another token' })
    if (scope.kind !== 'unscoped' && !config.token.allow_rescope_scoped_token)
      throw errors.Forbidden({ action: 'rescope a scoped token' })
    const rootAuditId = auditIds.at(-1)
    return {
      userId,
      methods: [...new Set<AuthMethod>([...methods, 'token'])],
      expiresBy: expiresAt,
      ...(rootAuditId === undefined ? {} : { rootAuditId }),
      ...(federation === undefined ? {} : { federation }),
      // A token made from an application credential's token keeps its scope and restrictions.
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
    const right = await passwords.verify(spec.secret, credential?.secret_hash)
    // A 404 reveals nothing here: ids of application credentials are random and cannot be guessed.
    if (!credential && spec.id !== undefined)
      throw errors.NotFound({ type: 'Application Credential', id: spec.id })
    if (!credential || !right) throw errors.Unauthorized()
    return {
      userId: credential.user_id,
      methods: ['application_credential'],
      scope: { kind: 'project', id: credential.project_id },
      applicationCredentialId: credential.id,
      ...(credential.expires_at === null ? {} : { expiresBy: Date.parse(credential.expires_at) }),
    }
  }

  const byTotp = async ({ totp }: Identity): Promise<Authenticated> => {
    if (!totp) throw errors.Unauthorized()
    const user = await find.user(totp.user)
    const right = user !== undefined && (await isPasscodeOf(user.id, totp.user.passcode))
    if (!user || !(await logins.admits(user, right))) throw errors.Unauthorized()
    return { userId: user.id, methods: ['totp'] }
  }

  const byMapping = async ({ mapped }: Identity, by: CameBy | undefined): Promise<Authenticated> => {
    if (!mapped || !by) throw errors.Unauthorized()
    return federatedSignIn(by.ctx, mapped.identity_provider, mapped.protocol, by.federated)
  }

  const byOauth1 = async (_: Identity, by: CameBy | undefined): Promise<Authenticated> => {
    if (!by) throw errors.Unauthorized()
    const { id, authorizing_user_id, project_id, expires_at } = await accessTokens.signedBy(by.signed)
    return {
      userId: authorizing_user_id,
      methods: ['oauth1'],
      scope: { kind: 'project', id: project_id },
      accessTokenId: id,
      ...(expires_at === null ? {} : { expiresBy: Date.parse(expires_at) }),
    }
  }

  const by: Record<LoginMethod, (identity: Identity, cameBy: CameBy | undefined) => Promise<Authenticated>> =
    {
      password: byPassword,
      token: byToken,
      totp: byTotp,
      mapped: byMapping,
      oauth1: byOauth1,
      application_credential: byApplicationCredential,
    }

  return async (identity: Identity, receipt?: Receipt, cameBy?: CameBy): Promise<Authenticated> => {
    let together: Authenticated | undefined = receipt && {
      userId: receipt.userId,
      methods: receipt.methods,
    }
    if (identity.methods.length === 0) throw errors.Unauthorized()
    for (const method of new Set(identity.methods)) {
      const one = await by[method](identity, cameBy)
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
