import { timestamp } from '@nimbo/kernel/clock'
import type { Stores } from '../../db/stores.ts'
import type { AffectTokens } from './affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'

/** Which tokens to revoke: those issued until now. */
export type Revoked =
  | { readonly auditId: string }
  | { readonly userId: string }
  | { readonly projectId: string }
  | { readonly domainId: string }

/** Revokes tokens, in the transaction of the change that requires it. */
export const createRevoke =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async (revoked: Revoked, stores: Pick<Stores, 'revocations'>): Promise<void> => {
    const now = clock.now()
    await stores.revocations.add({ ...revoked, issuedBefore: now }, timestamp(clock))
  }

export type Revoke = ReturnType<typeof createRevoke>

/** Revokes a single token. */
export const createRevokeToken =
  (affect: AffectTokens, revoke: Revoke) =>
  (auditId: string): Promise<void> =>
    affect({ auditId }, (inside) => revoke({ auditId }, inside))
