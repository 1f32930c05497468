import type { AuthMethod, Scope, TokenClaims } from '../domain/tokens/token-claims.ts'

/** The user whom the authentication methods identified, and the limits they put on the new token. */
export interface Authenticated {
  readonly userId: string
  readonly methods: readonly AuthMethod[]
  /** The audit id of the first token in the chain that the new token continues. */
  readonly rootAuditId?: string
  /** The new token expires at this time at the latest. */
  readonly expiresBy?: number
  /** The only scope that the new token may have. */
  readonly scope?: Scope
  readonly applicationCredentialId?: string
  readonly trustId?: string
  readonly federation?: TokenClaims['federation'] & object
  readonly accessTokenId?: string
  readonly certificateThumbprint?: string
}
