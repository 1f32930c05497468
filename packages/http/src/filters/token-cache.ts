import type { Clock } from '@nimbo/kernel/clock'
import { LRUCache } from 'lru-cache'
import { type InvalidatedTokens, isAmong } from './invalidated-tokens.ts'
import type { TokenIdentity } from './token-identity.ts'

/** What a token contributes to a request's context. */
export type Bearer = Omit<TokenIdentity, 'expiresAt'>

interface Kept {
  readonly bearer: Bearer
  /** When the token expires or must be validated again, whichever is first. */
  readonly until: number
}

/** Caches validated tokens under their hashes, so that a memory dump shows no tokens. */
export interface TokenCache {
  find(digest: string): Bearer | undefined
  /**
   * To be called before validating a token; stores the result with the returned function. If any tokens were invalidated
   * meanwhile, the result is not cached, since it may be outdated.
   */
  beforeAsking(): (digest: string, identity: TokenIdentity) => Bearer
  forget(tokens: InvalidatedTokens): void
}

const mostTokens = 10_000

export const tokenCache = (clock: Clock, keepMs: number): TokenCache => {
  // Made for the first token, since it takes 2 ms and half a megabyte, and some APIs of a cloud are never asked for.
  let cache: LRUCache<string, Kept> | undefined
  let timesForgotten = 0
  return {
    find: (digest) => {
      const kept = cache?.get(digest)
      return kept !== undefined && kept.until > clock.now() ? kept.bearer : undefined
    },
    beforeAsking: () => {
      const then = timesForgotten
      return (digest, { expiresAt, ...bearer }) => {
        const until = Math.min(expiresAt, clock.now() + keepMs)
        if (then === timesForgotten) {
          cache ??= new LRUCache({ max: mostTokens })
          cache.set(digest, { bearer, until })
        }
        return bearer
      }
    },
    forget: (tokens) => {
      timesForgotten += 1
      const forgotten = isAmong(tokens)
      for (const [digest, { bearer }] of [...(cache?.entries() ?? [])])
        if (forgotten(bearer)) cache?.delete(digest)
    },
  }
}
