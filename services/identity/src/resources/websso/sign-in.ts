import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import type { SealToken } from '../token/seal-token.ts'
import { errors } from '../../errors.ts'
import { assertionIn } from '../federation-protocol/by-proxy.ts'
import type { FederatedSignIn } from '../federation-protocol/sign-in.ts'
import type { Messenger, Vouched } from '../federation-protocol/word.ts'
import { identityProviders } from '../identity-provider/records.ts'
import { attributeName } from '../mapping/apply-mapping.ts'
import type { CodeFlow, SentToProvider } from '../openid/by-code.ts'

/** How somebody comes to a dashboard: by which protocol, of which provider where that is said, and back to where. */
export interface ComesToDashboard {
  readonly protocolId: string
  readonly idpId?: string
  readonly origin: string | undefined
}

interface Parts {
  readonly comeIn: FederatedSignIn
  readonly seal: SealToken
  readonly messengers: readonly Messenger[]
  readonly codeFlow: CodeFlow
}

const mostProviders = 10_000

/** Gives the token with which somebody is sent back to a dashboard that an operator trusts, or sends them to their provider first. */
export const createDashboardSignIn = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { comeIn, seal, messengers, codeFlow }: Parts,
) => {
  const { trusted_dashboard, remote_id_attribute, assertion_prefix } = config.federation

  /** The provider that the proxy names by one of its remote ids, or that this cloud is registered with. */
  const providerSaid = async (vouched: Vouched): Promise<string> => {
    const attribute = remote_id_attribute && attributeName(remote_id_attribute)
    const [byProxy] = (attribute && assertionIn(vouched, assertion_prefix).get(attribute)) || []
    const remoteId = byProxy ?? (await codeFlow.issuer())
    if (remoteId === undefined) throw errors.BadSignature({ reason: 'Missing entity ID from environment' })
    const providers = await identityProviders.list(db, 'all', {}, { limit: mostProviders })
    const idp = providers.find(({ remote_ids }) => remote_ids.includes(remoteId))
    if (!idp) throw errors.NotFound({ type: 'Identity Provider', id: remoteId })
    return idp.id
  }

  return async (
    ctx: Context,
    { protocolId, idpId, origin: asked }: ComesToDashboard,
    vouched: Vouched,
  ): Promise<{ readonly origin: string; readonly token: string } | SentToProvider> => {
    const origin = asked ?? codeFlow.originOf(vouched)
    if (!origin) throw errors.Invalid({ reason: 'Request must have an origin query parameter' })
    if (!trusted_dashboard.includes(origin))
      throw errors.BadSignature({ reason: `${origin} is not a trusted dashboard host` })
    if (!messengers.some((one) => one.comesWith(vouched))) {
      const sent = await codeFlow.begin(vouched.path ?? '', origin)
      if (sent) return sent
    }
    const who = await comeIn(ctx, idpId ?? (await providerSaid(vouched)), protocolId, vouched)
    const { id } = await seal(who, { kind: 'unscoped' })
    return { origin, token: id }
  }
}
