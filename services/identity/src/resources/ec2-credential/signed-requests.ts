import type { SealToken } from '../token/seal-token.ts'
import type { Deps } from '../../app/deps.ts'
import type { IssuedToken } from '../../domain/tokens/token.ts'
import type { Scope } from '../../domain/tokens/token-claims.ts'
import { errors } from '../../errors.ts'
import { readEc2Blob, idOfAccess } from '../credential/ec2-blob.ts'
import { credentials } from '../credential/records.ts'
import { livingTrust } from '../trust/records.ts'
import { isSigned, isSignedText, type SignedRequest, signedAt } from './signatures.ts'

type Signed = SignedRequest & {
  readonly access?: string | undefined
  /** For S3: the string to sign, in base64. */
  readonly token?: string | undefined
}

const refuse = (reason: string) => errors.BadSignature({ reason })

/** `20260131T120000Z` or ISO 8601. */
const instantOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Verifies requests signed with EC2 credentials, and issues tokens for the credential's project. */
export const createSignedRequests = (deps: Deps, seal: SealToken) => {
  const { db, vault, clock, config } = deps

  const keyOf = async (access: string) => {
    const kept = await credentials.get(db, 'all', idOfAccess(access))
    if (kept?.type.toLowerCase() !== 'ec2') throw refuse('EC2 access key not found.')
    return { kept, blob: readEc2Blob(await vault.open(kept)) }
  }

  const checkSignature = (kind: 'ec2' | 's3', secret: string, request: Signed): void => {
    const { signature, token } = request
    if (!signature) throw refuse('EC2 signature not supplied.')
    if (kind === 'ec2') {
      if (!isSigned(secret, request)) throw refuse('Invalid EC2 signature.')
    } else if (!isSignedText(secret, Buffer.from(token ?? '', 'base64url'), signature))
      throw refuse('Credential signature mismatch')
  }

  const checkTime = (request: Signed): void => {
    const text = signedAt(request)
    if (text === undefined) return
    const at = instantOf(text)
    if (Number.isNaN(at)) throw refuse(`Credential timestamp is invalid: ${text}`)
    if (clock.now() > at + config.credential.auth_ttl * 60_000) throw refuse('Credential is expired')
  }

  return {
    check: async (kind: 'ec2' | 's3', request: Signed): Promise<IssuedToken> => {
      if (request.access === undefined) throw refuse('EC2 Signature not supplied')
      const { kept, blob } = await keyOf(request.access)
      const { secret, trust_id, app_cred_id, access_token_id } = blob
      if (typeof secret !== 'string' || kept.project_id === null) throw refuse('EC2 access key not found.')
      checkSignature(kind, secret, request)
      checkTime(request)
      const scope: Scope = { kind: 'project', id: kept.project_id }
      const who = { userId: kept.user_id, methods: ['ec2credential'] } as const
      if (typeof app_cred_id === 'string')
        return seal({ ...who, applicationCredentialId: app_cred_id }, scope)
      if (typeof access_token_id === 'string') return seal({ ...who, accessTokenId: access_token_id }, scope)
      if (typeof trust_id !== 'string') return seal(who, scope)
      const trust = await livingTrust(db, trust_id, clock.now())
      if (!trust) throw errors.Unauthorized()
      const userId = trust.impersonation ? trust.trustor_user_id : trust.trustee_user_id
      return seal({ ...who, userId, trustId: trust_id }, scope)
    },
  }
}
