import { timestamp } from '@nimbo/kernel/clock'
import type { Stores } from '../db/stores.ts'
import type { AffectTokens } from './affect-tokens.ts'
import type { Deps } from './deps.ts'

/** Whose tokens to end; those issued until now. */
export type Revoked =
  | { readonly auditId: string }
  | { readonly userId: string }
  | { readonly projectId: string }
  | { readonly domainId: string }

/** Ends tokens from this moment on, beside the reason: in its transaction. */
export const createRevoke =
  ({ clock, config }: Pick<Deps, 'clock' | 'config'>) =>
  async (revoked: Revoked, stores: Pick<Stores, 'revocations'>): Promise<void> => {
    const now = clock.now()
    // A token may be shown until its end and the window after it have passed; no event must be forgotten before.
    const longest = (config.token.expiration + config.token.allow_expired_window) * 1000
    const forgetBefore = new Date(now - longest).toISOString()
    await stores.revocations.forget(forgetBefore)
    await stores.revocations.add({ ...revoked, issuedBefore: now }, timestamp(clock))
  }

export type Revoke = ReturnType<typeof createRevoke>

/** Ends one token, as its bearer may wish. */
export const createRevokeToken =
  (affect: AffectTokens, revoke: Revoke) =>
  (auditId: string): Promise<void> =>
    affect({ auditId }, (inside) => revoke({ auditId }, inside))
