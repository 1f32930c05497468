import type { Clock } from '@nimbo/kernel/clock'
import { claimsInJws, jwsPayload } from '../../domain/tokens/jws-claims.ts'
import type { TokenClaims } from '../../domain/tokens/token-claims.ts'
import { type JwsDirectories, openJwsKeys } from '../../app/keys/jws-keys.ts'
import type { TokenCodec } from './token-codec.ts'

/**
 * Another process may have replaced the key pair. For a token that no key verifies, the keys are read again at most this often.
 */
const rereadForUnknownMs = 1000
/** Before signing, the keys are read again if they are older than this. */
const rereadForSigningMs = 60_000
const algorithm = 'ES256'

const payloadIn = (text: string): Readonly<Record<string, unknown>> => {
  const payload: unknown = JSON.parse(text)
  return typeof payload === 'object' && payload !== null ? { ...payload } : {}
}

/** Tokens as JSON Web Signatures, which anybody with the public key can verify and read. */
export const jwsTokenCodec = async (directories: JwsDirectories, clock: Clock): Promise<TokenCodec> => {
  const { CompactSign, compactVerify } = await import('jose')
  let keys = await openJwsKeys(directories)
  let readAt = clock.now()
  const rereadAfter = async (ms: number): Promise<boolean> => {
    if (clock.now() - readAt < ms) return false
    readAt = clock.now()
    keys = await openJwsKeys(directories)
    return true
  }
  const verified = async (token: string): Promise<TokenClaims | undefined> => {
    for (const key of keys.checking) {
      const checked = await compactVerify(token, key, { algorithms: [algorithm] }).catch(() => undefined)
      if (checked) return claimsInJws(payloadIn(new TextDecoder().decode(checked.payload)))
    }
    return undefined
  }
  return {
    seal: async (claims) => {
      await rereadAfter(rereadForSigningMs)
      const payload = new TextEncoder().encode(JSON.stringify(jwsPayload(claims)))
      return new CompactSign(payload).setProtectedHeader({ typ: 'JWT', alg: algorithm }).sign(keys.signing)
    },
    open: async (token) =>
      (await verified(token)) ?? ((await rereadAfter(rereadForUnknownMs)) ? verified(token) : undefined),
  }
}
