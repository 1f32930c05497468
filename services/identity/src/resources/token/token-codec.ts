import { randomBytes } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import { openFernet, sealFernet } from '../../domain/tokens/fernet.ts'
import type { TokenClaims } from '../../domain/tokens/token-claims.ts'
import { decodeClaims, encodeClaims } from '../../domain/tokens/token-payload.ts'
import type { KeyRing } from '../../app/keys/key-repository.ts'

/** Encodes and decodes tokens. */
export interface TokenCodec {
  seal(claims: TokenClaims): Promise<string>
  /** Returns undefined for text that is not one of this cloud's tokens. */
  open(token: string): Promise<TokenClaims | undefined>
}

export const newAuditId = (): string => randomBytes(16).toString('base64url')

/** For a token that no key decrypts, the keys are read again at most this often, so that invalid tokens cost little. */
const rereadForUnknownMs = 1000
/** Before encrypting, the keys are read again if they are older than this, since the primary may have been rotated out. */
const rereadForSealingMs = 60_000

/** A codec for Fernet tokens, which notices when another process has rotated the keys. */
export const tokenCodec = (keys: KeyRing, clock: Clock): TokenCodec => {
  let readAt = clock.now()
  const rereadAfter = async (ms: number): Promise<boolean> => {
    if (clock.now() - readAt < ms) return false
    readAt = clock.now()
    await keys.reload()
    return true
  }
  return {
    seal: async (claims) => {
      await rereadAfter(rereadForSealingMs)
      return sealFernet(keys.primary(), encodeClaims(claims), claims.issuedAt)
    },
    open: async (token) => {
      let opened = openFernet(keys.all(), token)
      if (!opened && (await rereadAfter(rereadForUnknownMs))) opened = openFernet(keys.all(), token)
      return opened && decodeClaims(opened.payload)
    },
  }
}
