import type { Deps } from '../../app/deps.ts'
import { isSignedBy, oauthParameters, type SignedCall } from '../../domain/authentication/oauth1-signature.ts'
import { errors } from '../../errors.ts'
import { oauthConsumers } from './records.ts'

/** The largest accepted clock difference to a consumer, in seconds. */
const mostSkew = 600

const need = (parameters: ReadonlyMap<string, string>, name: string): string => {
  const value = parameters.get(name)
  if (!value) throw errors.Invalid({ reason: `Missing parameter ${name} in the Authorization header.` })
  return value
}

/** A request token or access token with its secret. */
interface WithSecret {
  readonly secret: string
  readonly consumer_id: string
}

/** Verifies OAuth1 signatures of requests. */
export const createSignedCalls = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const parametersOf = (call: SignedCall): ReadonlyMap<string, string> => {
    const parameters = oauthParameters(call.authorization)
    if (!parameters)
      throw errors.Invalid({ reason: 'Request header Authorization is missing or not of OAuth 1.0.' })
    const age = Math.abs(clock.now() / 1000 - Number(need(parameters, 'oauth_timestamp')))
    // Written this way round to refuse NaN as well.
    if (!(age <= mostSkew)) throw errors.Unauthorized()
    return parameters
  }

  const consumerOf = async (parameters: ReadonlyMap<string, string>) => {
    const consumer = await oauthConsumers.get(db, 'all', need(parameters, 'oauth_consumer_key'))
    if (!consumer) throw errors.NotFound({ type: 'Consumer', id: need(parameters, 'oauth_consumer_key') })
    return consumer
  }

  return {
    /** Verifies a request signed with the consumer's secret only. */
    byConsumer: async (call: SignedCall) => {
      const parameters = parametersOf(call)
      const consumer = await consumerOf(parameters)
      if (!isSignedBy(call, parameters, { consumer: consumer.secret })) throw errors.Unauthorized()
      return consumer
    },

    /** Verifies a request signed with the secrets of the consumer and of a token, which `find` looks up. */
    byToken: async <Kept extends WithSecret>(
      call: SignedCall,
      find: (id: string) => Promise<Kept | undefined>,
    ): Promise<{ readonly token: Kept; readonly parameters: ReadonlyMap<string, string> }> => {
      const parameters = parametersOf(call)
      const consumer = await consumerOf(parameters)
      const token = await find(need(parameters, 'oauth_token'))
      if (token?.consumer_id !== consumer.id) throw errors.Unauthorized()
      const secrets = { consumer: consumer.secret, token: token.secret }
      if (!isSignedBy(call, parameters, secrets)) throw errors.Unauthorized()
      return { token, parameters }
    },
  }
}

export type SignedCalls = ReturnType<typeof createSignedCalls>
