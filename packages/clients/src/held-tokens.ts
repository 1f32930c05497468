import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'

/** Tokens are renewed this long before they expire. */
const renewBeforeMs = 120_000

export interface HeldToken {
  readonly token: string
  readonly since: number
  readonly expiresAt: number
}

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly obtain: (ctx: Context, id: string) => Promise<HeldToken>
}

export interface HeldTokens {
  /** Obtains a token if needed, and keeps it; concurrent callers share one request. */
  of(ctx: Context, id: string): Promise<HeldToken>
  drop(id: string): void
}

/** Tokens by an id, such as that of the trust they were obtained with. Each new one drops those that have expired. */
export const heldTokens = ({ clock, obtain }: Deps, held = new Map<string, HeldToken>()): HeldTokens => {
  const obtaining = new Map<string, Promise<HeldToken>>()
  const keep = (id: string, token: HeldToken): void => {
    // Tokens are listed in the order in which they were obtained and are valid for the same time, so the first expires first.
    for (const [other, { expiresAt }] of held) {
      if (expiresAt > clock.now()) break
      held.delete(other)
    }
    held.delete(id)
    held.set(id, token)
  }
  return {
    of: async (ctx, id) => {
      const known = held.get(id)
      if (known && known.expiresAt - renewBeforeMs > clock.now()) return known
      const asked = obtaining.get(id) ?? obtain(ctx, id).finally(() => obtaining.delete(id))
      obtaining.set(id, asked)
      const token = await asked
      keep(id, token)
      return token
    },
    drop: (id) => void held.delete(id),
  }
}
