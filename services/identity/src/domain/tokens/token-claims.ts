import type { authMethods, loginMethods } from '@nimbo/contracts/identity/tokens'

/** By which somebody may ask for a token. */
export type LoginMethod = (typeof loginMethods)[number]

export type AuthMethod = (typeof authMethods)[number]

/** What a token is good for. */
export type Scope =
  | { readonly kind: 'unscoped' }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'domain'; readonly id: string }
  | { readonly kind: 'system' }

/** Everything a token itself carries; names, roles and whether it still holds are looked up when it is shown. */
export interface TokenClaims {
  readonly userId: string
  readonly methods: readonly AuthMethod[]
  readonly scope: Scope
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
  /** Its own audit id, then that of the token its chain began with, where there is one. */
  readonly auditIds: readonly string[]
  readonly applicationCredentialId?: string
  readonly trustId?: string
  /** By what a program acts for the user. */
  readonly accessTokenId?: string
  /** Of the certificate that whoever shows the token must show too. */
  readonly certificateThumbprint?: string
  /** The identity provider and protocol of a federated user. */
  readonly federation?: { readonly idpId: string; readonly protocolId: string }
}
