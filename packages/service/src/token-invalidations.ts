import type { ForgetTokens, InvalidatedTokens } from '@nimbo/http/filters/invalidated-tokens'

/** How identity has tokens forgotten that may hold no longer, wherever they are believed. */
export interface TokenInvalidations {
  /** Resolves when those who listen in this process have forgotten, and others have been told as far as that was possible. */
  tell(tokens: InvalidatedTokens): Promise<void>
  /** From now on `forget` is called with all that is told. */
  listen(forget: ForgetTokens): void
}

/** From one part of a process to the others. */
export const tokenInvalidations = (): TokenInvalidations => {
  const listeners: ForgetTokens[] = []
  return {
    tell: async (tokens) => {
      for (const forget of listeners) forget(tokens)
    },
    listen: (forget) => void listeners.push(forget),
  }
}
