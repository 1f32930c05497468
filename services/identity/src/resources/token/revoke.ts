import { timestamp } from '@nimbo/kernel/clock'
import type { Stores } from '../../db/stores.ts'
import type { AffectTokens } from './affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'

/** Whose tokens to end; those issued until now. */
export type Revoked =
  | { readonly auditId: string }
  | { readonly userId: string }
  | { readonly projectId: string }
  | { readonly domainId: string }

/** Ends tokens from this moment on, beside the reason: in its transaction. */
export const createRevoke =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async (revoked: Revoked, stores: Pick<Stores, 'revocations'>): Promise<void> => {
    const now = clock.now()
    await stores.revocations.add({ ...revoked, issuedBefore: now }, timestamp(clock))
  }

export type Revoke = ReturnType<typeof createRevoke>

/** Ends one token, as its bearer may wish. */
export const createRevokeToken =
  (affect: AffectTokens, revoke: Revoke) =>
  (auditId: string): Promise<void> =>
    affect({ auditId }, (inside) => revoke({ auditId }, inside))
