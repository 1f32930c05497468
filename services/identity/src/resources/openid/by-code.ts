import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../../app/deps.ts'
import { errors } from '../../errors.ts'
import type { Messenger, Vouched } from '../federation-protocol/word.ts'
import { assertionOf } from './claims.ts'
import { cookieOf, pendingIn } from './pending-login.ts'
import type { OpenidProvider } from './provider.ts'

/** Where a browser is sent, and what it is given to bring back. */
export interface SentToProvider {
  readonly location: string
  readonly cookie: string
}

const isBack = ({ query }: Vouched): boolean => query?.has('code') === true || query?.has('error') === true

/** Logins of people who come with a browser: sent to the OpenID provider, and back with a code (RFC 6749, 4.1, with PKCE). */
export const createCodeFlow = (
  { clock, log, browserKeys: keys }: Pick<Deps, 'clock' | 'log' | 'browserKeys'>,
  provider: OpenidProvider | undefined,
) => {
  const pending = ({ headers }: Vouched) => pendingIn(keys, headers.cookie, clock.now())

  const messenger: Messenger = {
    comesWith: (vouched) => provider !== undefined && isBack(vouched),
    word: async (vouched) => {
      const login = pending(vouched)
      if (!provider || !login || login.path !== vouched.path) throw errors.Unauthorized()
      try {
        const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
        const configuration = await provider.configuration()
        const address = new URL(`${provider.publicUrl}${vouched.path}?${vouched.query ?? ''}`)
        const tokens = await authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: login.verifier,
          expectedState: login.state,
          expectedNonce: login.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('the provider has not said who it is')
        const { issuer, userinfo_endpoint } = configuration.serverMetadata()
        const info =
          userinfo_endpoint === undefined
            ? {}
            : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        return { assertion: assertionOf({ ...info, ...claims }), issuer }
      } catch (cause) {
        log.info({ reason: messageOf(cause) }, 'a login at an OpenID provider has come to nothing')
        throw errors.Unauthorized({}, { cause })
      }
    },
  }

  return {
    messenger,

    /** The dashboard that somebody who comes back from the provider had come from. */
    originOf: (vouched: Vouched): string | undefined =>
      provider !== undefined && isBack(vouched) ? pending(vouched)?.origin : undefined,

    /** The provider's name for itself. */
    issuer: async (): Promise<string | undefined> =>
      provider && (await provider.configuration()).serverMetadata().issuer,

    /** Sends a browser to the provider; undefined where there is none. */
    begin: async (path: string, origin: string): Promise<SentToProvider | undefined> => {
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
      return { location: location.href, cookie: cookieOf(keys, login, { now: clock.now(), address }) }
    },
  }
}

export type CodeFlow = ReturnType<typeof createCodeFlow>
