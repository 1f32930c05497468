import type { Configuration } from 'openid-client'
import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../../app/deps.ts'
import { errors } from '../../errors.ts'
import type { AssertionSource, FederatedRequest } from '../federation-protocol/assertion-source.ts'
import { assertionOf } from './claims.ts'
import type { OpenidProvider } from './provider.ts'

type Claims = Readonly<Record<string, unknown>>

const patienceMs = 10_000

const bearerIn = ({ headers }: FederatedRequest): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

const isFor = (audience: unknown, clientId: string): boolean =>
  Array.isArray(audience) ? audience.includes(clientId) : audience === clientId

/** Reads bearer tokens of an OpenID provider: verifies a JWT with the provider's keys, and any other token by introspection. */
export const bearerTokens = (
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  provider: OpenidProvider | undefined,
): AssertionSource => {
  /** The claims of a JWT, verified with the keys at the provider's `jwks_uri`. */
  const verify = async (token: string, configuration: Configuration, clientId: string): Promise<Claims> => {
    const { createRemoteJWKSet, jwtVerify } = await import('jose')
    const { issuer, jwks_uri } = configuration.serverMetadata()
    if (jwks_uri === undefined) throw new Error('the provider has no jwks_uri')
    const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: patienceMs })
    const checks = { issuer, audience: clientId, currentDate: new Date(clock.now()) }
    return (await jwtVerify(token, keys, { ...checks, requiredClaims: ['sub', 'exp'] })).payload
  }

  /** The claims of an opaque token, by introspection. Refuses a token that was issued to another client. */
  const introspect = async (
    token: string,
    configuration: Configuration,
    clientId: string,
  ): Promise<Claims> => {
    const { fetchUserInfo, tokenIntrospection } = await import('openid-client')
    const introspected = await tokenIntrospection(configuration, token)
    if (introspected.active !== true || introspected.sub === undefined)
      throw new Error('the token is not active')
    if (introspected.client_id !== clientId && !isFor(introspected.aud, clientId))
      throw new Error('the token was issued to another client')
    const isAboutUser = configuration.serverMetadata().userinfo_endpoint !== undefined
    const info = isAboutUser && /\bopenid\b/.test(introspected.scope ?? '')
    return { ...(info ? await fetchUserInfo(configuration, token, introspected.sub) : {}), ...introspected }
  }

  return {
    appliesTo: (request) => provider !== undefined && bearerIn(request) !== undefined,
    read: async (request) => {
      const token = bearerIn(request)
      if (!provider || token === undefined) throw errors.Unauthorized()
      try {
        const configuration = await provider.configuration()
        const claimsOf = token.split('.').length === 3 ? verify : introspect
        const claims = await claimsOf(token, configuration, provider.clientId)
        const { issuer } = configuration.serverMetadata()
        return { assertion: assertionOf({ ...claims, iss: issuer }), issuer }
      } catch (cause) {
        log.info({ reason: messageOf(cause) }, 'a bearer token of an OpenID provider was rejected')
        throw errors.Unauthorized({}, { cause })
      }
    },
  }
}
