import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../../app/deps.ts'
import { errors } from '../../errors.ts'
import type { AssertionSource, FederatedRequest } from '../federation-protocol/assertion-source.ts'
import { assertionOf } from './claims.ts'
import { cookieOf, pendingIn } from './pending-login.ts'
import type { OpenidProvider } from './provider.ts'

/** The redirect to the provider, and the cookie with the pending login. */
export interface RedirectToProvider {
  readonly location: string
  readonly cookie: string
}

const isCallback = ({ query }: FederatedRequest): boolean =>
  query?.has('code') === true || query?.has('error') === true

/**
 * The authorization code flow of OpenID Connect (RFC 6749, 4.1, with PKCE): the browser is redirected to the provider and comes
 * back with a code.
 */
export const createCodeFlow = (
  { clock, log, browserKeys: keys }: Pick<Deps, 'clock' | 'log' | 'browserKeys'>,
  provider: OpenidProvider | undefined,
) => {
  const pending = ({ headers }: FederatedRequest) => pendingIn(keys, headers.cookie, clock.now())

  const source: AssertionSource = {
    appliesTo: (request) => provider !== undefined && isCallback(request),
    read: async (request) => {
      const login = pending(request)
      if (!provider || !login || login.path !== request.path) throw errors.Unauthorized()
      try {
        const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
        const configuration = await provider.configuration()
        const address = new URL(`${provider.publicUrl}${request.path}?${request.query ?? ''}`)
        const tokens = await authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: login.verifier,
          expectedState: login.state,
          expectedNonce: login.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('the provider sent no ID token')
        const { issuer, userinfo_endpoint } = configuration.serverMetadata()
        const info =
          userinfo_endpoint === undefined
            ? {}
            : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        return { assertion: assertionOf({ ...info, ...claims }), issuer }
      } catch (cause) {
        log.info({ reason: messageOf(cause) }, 'the authorization code flow failed')
        throw errors.Unauthorized({}, { cause })
      }
    },
  }

  return {
    source,

    /** The dashboard's origin in the pending login that a callback belongs to. */
    originOf: (request: FederatedRequest): string | undefined =>
      provider !== undefined && isCallback(request) ? pending(request)?.origin : undefined,

    /** The provider's issuer identifier. */
    issuer: async (): Promise<string | undefined> =>
      provider && (await provider.configuration()).serverMetadata().issuer,

    /** Starts a login by redirecting the browser to the provider; undefined if none is configured. */
    begin: async (path: string, origin: string): Promise<RedirectToProvider | undefined> => {
      if (!provider) return undefined
      const client = await import('openid-client')
      const configuration = await provider.configuration()
      const address = new URL(`${provider.publicUrl}${path}`)
      const login = {
        ...{ state: client.randomState(), nonce: client.randomNonce() },
        ...{ verifier: client.randomPKCECodeVerifier(), origin, path },
      }
      const location = client.buildAuthorizationUrl(configuration, {
        redirect_uri: address.href,
        scope: provider.scope,
        state: login.state,
        nonce: login.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
        code_challenge_method: 'S256',
      })
      // Rotations since the last time may have deleted the key known here.
      await keys.reload()
      return { location: location.href, cookie: cookieOf(keys, login, { now: clock.now(), address }) }
    },
  }
}

export type CodeFlow = ReturnType<typeof createCodeFlow>
