import type { ServiceClient } from '@nimbo/clients/service-client'
import { checkS3Signature, showEc2Credential } from '@nimbo/contracts/identity/ec2-credentials'
import type { TokenView } from '@nimbo/contracts/identity/tokens'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { LRUCache } from 'lru-cache'
import type { Signature } from '../../domain/s3/signature.ts'
import { isSignatureOf } from '../../domain/s3/is-signature-of.ts'
import { s3Errors } from '../../s3-errors.ts'

/** The signer of a request, from Keystone. */
export interface Signer {
  readonly context: Context
  readonly projectId: string
  /** The secret of the access key, to verify the signatures of the body's chunks. */
  secret(): Promise<string>
}

export type FindSigner = (ctx: Context, signature: Signature) => Promise<Signer>

interface Known {
  readonly token: TokenView
  readonly secret: string
  readonly until: number
}

const timeoutMs = 10_000
const mostKnown = 1000

/**
 * Finds the signer of a request. Only Keystone knows the secrets of EC2 credentials, so it verifies the signature. With
 * `secret_cache_duration` the secret is fetched and cached for that time, and later signatures are verified here; without it, it
 * is fetched only for bodies with signed chunks.
 */
export const s3Signers = (
  identity: ServiceClient,
  { clock, cacheSeconds }: { readonly clock: Clock; readonly cacheSeconds: number },
): FindSigner => {
  const known = new LRUCache<string, Known>({ max: mostKnown })

  const fetchSecret = async (ctx: Context, access: string, token: TokenView): Promise<string> => {
    const path = { user_id: token.user.id, access_id: access }
    const { credential } = await identity.call(ctx, showEc2Credential, { path, timeoutMs })
    return credential.secret
  }

  const check = async (ctx: Context, { access, signature, text }: Signature): Promise<TokenView> => {
    const credentials = { access, signature, token: Buffer.from(text).toString('base64url') }
    try {
      return (
        await identity.call(ctx, checkS3Signature, { body: { credentials }, timeoutMs, repeatable: true })
      ).token
    } catch (error) {
      if (isRemote(error, 400, 401)) throw s3Errors.SignatureDoesNotMatch({}, { cause: error })
      throw error
    }
  }

  const signerOf = (ctx: Context, token: TokenView, secret: () => Promise<string>): Signer => {
    const { user, project, roles = [] } = token
    // Access rules of application credentials name paths of other APIs and cannot express S3 requests.
    if (!project || token.application_credential?.access_rules) throw s3Errors.AccessDenied()
    const who = {
      ...{ userId: user.id, userName: user.name, userDomainId: user.domain.id },
      ...{ projectId: project.id, projectName: project.name, projectDomainId: project.domain.id },
      roles: roles.map(({ name }) => name),
    }
    return { projectId: project.id, secret, context: { ...ctx, ...who } }
  }

  return async (ctx, signature) => {
    const { access } = signature
    const held = known.get(access)
    if (held && held.until > clock.now()) {
      if (!isSignatureOf(held.secret, signature)) throw s3Errors.SignatureDoesNotMatch()
      return signerOf(ctx, held.token, async () => held.secret)
    }
    const token = await check(ctx, signature)
    if (cacheSeconds > 0) {
      const secret = await fetchSecret(ctx, access, token)
      known.set(access, { token, secret, until: clock.now() + cacheSeconds * 1000 })
      return signerOf(ctx, token, async () => secret)
    }
    return signerOf(ctx, token, () => fetchSecret(ctx, access, token))
  }
}
