import { timestamp } from '@nimbo/kernel/clock'
import type { Stores } from '../db/stores.ts'
import type { Deps } from './deps.ts'

/** Whose tokens to end; those issued until now. */
export type Revoked =
  | { readonly auditId: string }
  | { readonly userId: string }
  | { readonly projectId: string }
  | { readonly domainId: string }

/** Ends tokens from this moment on. `stores` is a transaction's, where the reason is written in one. */
export const createRevoke =
  ({ clock, config, stores: own }: Pick<Deps, 'clock' | 'config' | 'stores'>) =>
  async (revoked: Revoked, stores: Pick<Stores, 'revocations'> = own): Promise<void> => {
    const now = clock.now()
    // A token may be shown until its end and the window after it have passed; no event must be forgotten before.
    const longest = (config.token.expiration + config.token.allow_expired_window) * 1000
    const forgetBefore = new Date(now - longest).toISOString()
    await stores.revocations.add({ ...revoked, issuedBefore: now }, timestamp(clock), forgetBefore)
  }

export type Revoke = ReturnType<typeof createRevoke>
