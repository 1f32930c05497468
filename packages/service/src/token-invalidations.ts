import type { ForgetTokens, InvalidatedTokens } from '@nimbo/http/filters/invalidated-tokens'

/** Distributes Keystone's token invalidations to caches. */
export interface TokenInvalidations {
  /** Resolves when caches in this process are updated, and other processes have been notified if possible. */
  tell(tokens: InvalidatedTokens): Promise<void>
  /** Registers a cache for all further invalidations. */
  listen(forget: ForgetTokens): void
}

/** Invalidations within one process. */
export const tokenInvalidations = (): TokenInvalidations => {
  const listeners: ForgetTokens[] = []
  return {
    tell: async (tokens) => {
      for (const forget of listeners) forget(tokens)
    },
    listen: (forget) => void listeners.push(forget),
  }
}
