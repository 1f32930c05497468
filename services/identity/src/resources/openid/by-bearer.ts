import type { Configuration } from 'openid-client'
import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../../app/deps.ts'
import { errors } from '../../errors.ts'
import type { Messenger, Vouched } from '../federation-protocol/word.ts'
import { assertionOf } from './claims.ts'
import type { OpenidProvider } from './provider.ts'

type Claims = Readonly<Record<string, unknown>>

const patienceMs = 10_000

const bearerIn = ({ headers }: Vouched): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

const isFor = (audience: unknown, clientId: string): boolean =>
  Array.isArray(audience) ? audience.includes(clientId) : audience === clientId

/** The word of an OpenID provider in a token that a program shows: the provider has signed it, or is asked about it. */
export const byBearer = (
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  provider: OpenidProvider | undefined,
): Messenger => {
  /** Of a token that is signed, by the keys that the provider shows. */
  const signed = async (token: string, configuration: Configuration, clientId: string): Promise<Claims> => {
    const { createRemoteJWKSet, jwtVerify } = await import('jose')
    const { issuer, jwks_uri } = configuration.serverMetadata()
    if (jwks_uri === undefined) throw new Error('the provider shows no keys')
    const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: patienceMs })
    const checks = { issuer, audience: clientId, currentDate: new Date(clock.now()) }
    return (await jwtVerify(token, keys, { ...checks, requiredClaims: ['sub', 'exp'] })).payload
  }

  /** Of any other, by asking. A token that was given to another program counts for nothing here. */
  const asked = async (token: string, configuration: Configuration, clientId: string): Promise<Claims> => {
    const { fetchUserInfo, tokenIntrospection } = await import('openid-client')
    const said = await tokenIntrospection(configuration, token)
    if (said.active !== true || said.sub === undefined) throw new Error('the provider says it is not active')
    if (said.client_id !== clientId && !isFor(said.aud, clientId))
      throw new Error('it was given to another program')
    const isAboutUser = configuration.serverMetadata().userinfo_endpoint !== undefined
    const info = isAboutUser && /\bopenid\b/.test(said.scope ?? '')
    return { ...(info ? await fetchUserInfo(configuration, token, said.sub) : {}), ...said }
  }

  return {
    comesWith: (vouched) => provider !== undefined && bearerIn(vouched) !== undefined,
    word: async (vouched) => {
      const token = bearerIn(vouched)
      if (!provider || token === undefined) throw errors.Unauthorized()
      try {
        const configuration = await provider.configuration()
        const look = token.split('.').length === 3 ? signed : asked
        const claims = await look(token, configuration, provider.clientId)
        const { issuer } = configuration.serverMetadata()
        return { assertion: assertionOf({ ...claims, iss: issuer }), issuer }
      } catch (cause) {
        log.info({ reason: messageOf(cause) }, 'a token of an OpenID provider is not believed')
        throw errors.Unauthorized({}, { cause })
      }
    },
  }
}
