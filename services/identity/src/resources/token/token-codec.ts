import { randomBytes } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import { openFernet, sealFernet } from '../../domain/tokens/fernet.ts'
import type { TokenClaims } from '../../domain/tokens/token-claims.ts'
import { decodeClaims, encodeClaims } from '../../domain/tokens/token-payload.ts'
import type { KeyRing } from '../../app/keys/key-repository.ts'

/** Turns claims into tokens and back. */
export interface TokenCodec {
  seal(claims: TokenClaims): Promise<string>
  /** Undefined for what is not a token of ours. */
  open(token: string): Promise<TokenClaims | undefined>
}

export const newAuditId = (): string => randomBytes(16).toString('base64url')

/** An unknown token makes the keys be read again at most this often, so that garbage costs nothing. */
const rereadForUnknownMs = 1000
/** Tokens are sealed with a primary at most this old: it must not have been rotated away meanwhile. */
const rereadForSealingMs = 60_000

/** A codec over a key repository that notices when another process has rotated the keys. */
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
