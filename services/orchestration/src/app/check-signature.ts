import { asService, type ServiceCredentials, serviceTokens } from '@nimbo/clients/service-tokens'
import { serviceClient } from '@nimbo/clients/service-client'
import { identityApi } from '@nimbo/contracts/identity/api'
import { checkEc2Signature } from '@nimbo/contracts/identity/ec2-credentials'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'

/** The signer of a request: a stack's user, and the project of the stack's users. */
export interface Signer {
  readonly userId: string
  readonly projectId: string
}

/** Asks Keystone who signed a request with an EC2 key; undefined for an unknown key or a wrong signature. */
export type CheckSignature = (
  ctx: Context,
  request: { readonly verb: string; readonly params: Readonly<Record<string, string>> },
) => Promise<Signer | undefined>

interface Deps {
  readonly transport: Transport
  readonly credentials: ServiceCredentials
  readonly clock: Clock
  /** The URL that guests were given; it is part of what they sign. */
  readonly url: string
}

export const signatureChecker = ({ transport, credentials, clock, url }: Deps): CheckSignature => {
  const authenticate = asService(serviceTokens(transport, credentials, clock))
  const identity = serviceClient({ transport, api: identityApi, authenticate })
  const { host, pathname: path } = new URL(url)
  return async (ctx, { verb, params: { Signature: signature = '', ...params } }) => {
    const signed = { access: params.AWSAccessKeyId ?? '', signature, host, path, verb, params }
    try {
      const { token } = await identity.call(ctx, checkEc2Signature, { body: { credentials: signed } })
      return { userId: token.user.id, projectId: token.project?.id ?? '' }
    } catch (error) {
      if (isRemote(error, 401, 403)) return undefined
      throw error
    }
  }
}
