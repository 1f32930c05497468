import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import type { SealToken } from '../token/seal-token.ts'
import { errors } from '../../errors.ts'
import { assertionIn } from '../federation-protocol/proxy-headers.ts'
import type { FederatedSignIn } from '../federation-protocol/sign-in.ts'
import type { AssertionSource, FederatedRequest } from '../federation-protocol/assertion-source.ts'
import { identityProviders } from '../identity-provider/records.ts'
import { attributeName } from '../mapping/apply-mapping.ts'
import type { CodeFlow, RedirectToProvider } from '../openid/code-flow.ts'

/** A web single sign-on: the protocol, the identity provider if the path names one, and the dashboard to return to. */
export interface WebSsoRequest {
  readonly protocolId: string
  readonly idpId?: string
  readonly origin: string | undefined
}

interface Parts {
  readonly signIn: FederatedSignIn
  readonly seal: SealToken
  readonly sources: readonly AssertionSource[]
  readonly codeFlow: CodeFlow
}

const mostProviders = 10_000

/**
 * Web single sign-on: returns a token for a trusted dashboard, or a redirect to the OpenID provider if the request has no
 * assertion.
 */
export const createDashboardSignIn = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { signIn, seal, sources, codeFlow }: Parts,
) => {
  const { trusted_dashboard, remote_id_attribute, assertion_prefix } = config.federation

  /** The identity provider with the remote id that the proxy names, or with the issuer of the configured OpenID provider. */
  const providerNamed = async (request: FederatedRequest): Promise<string> => {
    const attribute = remote_id_attribute && attributeName(remote_id_attribute)
    const [byProxy] = (attribute && assertionIn(request, assertion_prefix).get(attribute)) || []
    const remoteId = byProxy ?? (await codeFlow.issuer())
    if (remoteId === undefined) throw errors.BadSignature({ reason: 'Missing entity ID from environment' })
    const providers = await identityProviders.list(db, 'all', {}, { limit: mostProviders })
    const idp = providers.find(({ remote_ids }) => remote_ids.includes(remoteId))
    if (!idp) throw errors.NotFound({ type: 'Identity Provider', id: remoteId })
    return idp.id
  }

  return async (
    ctx: Context,
    { protocolId, idpId, origin: asked }: WebSsoRequest,
    request: FederatedRequest,
  ): Promise<{ readonly origin: string; readonly token: string } | RedirectToProvider> => {
    const origin = asked ?? codeFlow.originOf(request)
    if (!origin) throw errors.Invalid({ reason: 'Request must have an origin query parameter' })
    if (!trusted_dashboard.includes(origin))
      throw errors.BadSignature({ reason: `${origin} is not a trusted dashboard host` })
    if (!sources.some((one) => one.appliesTo(request))) {
      const redirect = await codeFlow.begin(request.path ?? '', origin)
      if (redirect) return redirect
    }
    const authenticated = await signIn(ctx, idpId ?? (await providerNamed(request)), protocolId, request)
    const { id } = await seal(authenticated, { kind: 'unscoped' })
    return { origin, token: id }
  }
}
