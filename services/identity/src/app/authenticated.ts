import type { AuthMethod, Scope, TokenClaims } from '../domain/tokens/token-claims.ts'

/** Who asks, as the proofs show, and what that limits. */
export interface Authenticated {
  readonly userId: string
  readonly methods: readonly AuthMethod[]
  /** The chain the new token belongs to. */
  readonly rootAuditId?: string
  /** The new token ends no later. */
  readonly expiresBy?: number
  /** The only scope the proofs allow. */
  readonly scope?: Scope
  readonly applicationCredentialId?: string
  readonly trustId?: string
  readonly federation?: TokenClaims['federation'] & object
  readonly accessTokenId?: string
  readonly certificateThumbprint?: string
}
