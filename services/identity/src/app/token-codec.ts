import { randomBytes } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import { openFernet, sealFernet } from '../domain/fernet.ts'
import type { TokenClaims } from '../domain/token-claims.ts'
import { decodeClaims, encodeClaims } from '../domain/token-payload.ts'
import type { KeyRing } from './key-repository.ts'

export const newAuditId = (): string => randomBytes(16).toString('base64url')

export const sealToken = (keys: KeyRing, claims: TokenClaims): string =>
  sealFernet(keys.primary(), encodeClaims(claims), claims.issuedAt)

/** Keys are read again for an unknown token at most this often, so that garbage costs nothing. */
const reloadEveryMs = 1000

/** Opens tokens; a token of an unknown key makes it look whether the keys have been rotated. */
export const tokenOpener = (
  keys: KeyRing,
  clock: Clock,
): ((token: string) => Promise<TokenClaims | undefined>) => {
  let reloadedAt = clock.now()
  return async (token) => {
    const opened = openFernet(keys.all(), token)
    if (opened) return decodeClaims(opened.payload)
    if (clock.now() - reloadedAt < reloadEveryMs) return undefined
    reloadedAt = clock.now()
    await keys.reload()
    const late = openFernet(keys.all(), token)
    return late && decodeClaims(late.payload)
  }
}
