import type { authMethods, loginMethods } from '@nimbo/contracts/identity/tokens'

/** An authentication method of logins. */
export type LoginMethod = (typeof loginMethods)[number]

export type AuthMethod = (typeof authMethods)[number]

/** The scope of a token. */
export type Scope =
  | { readonly kind: 'unscoped' }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'domain'; readonly id: string }
  | { readonly kind: 'system' }

/** Everything that a token contains. Names, roles and validity are looked up when it is validated. */
export interface TokenClaims {
  readonly userId: string
  readonly methods: readonly AuthMethod[]
  readonly scope: Scope
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
  /** The token's own audit id, followed by that of the first token of its chain, if there is one. */
  readonly auditIds: readonly string[]
  readonly applicationCredentialId?: string
  readonly trustId?: string
  /** The OAuth1 access token that it was issued for. */
  readonly accessTokenId?: string
  /** The thumbprint of the client certificate that requests with the token must use (RFC 8705). */
  readonly certificateThumbprint?: string
  /** The identity provider and protocol of a federated user. */
  readonly federation?: { readonly idpId: string; readonly protocolId: string }
}
