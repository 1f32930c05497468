import type { AccessRule } from '@nimbo/contracts/identity/access-rules'
import type { JsonObject } from '@nimbo/kernel/json'
import type { HeldRole } from '../records.ts'
import type { TokenClaims } from './token-claims.ts'

export interface DomainRef {
  readonly id: string
  readonly name: string
}

export interface UserRef {
  readonly id: string
  readonly name: string
  readonly domain: DomainRef
  readonly passwordExpiresAt: string | null
  readonly options: JsonObject
}

export interface ProjectRef {
  readonly id: string
  readonly name: string
  readonly domain: DomainRef
}

export interface CredentialRef {
  readonly id: string
  readonly name: string
  readonly unrestricted: boolean
  /** The only requests that its tokens may be used for; empty if unrestricted. */
  readonly accessRules: readonly AccessRule[]
}

export interface TrustRef {
  readonly id: string
  readonly impersonation: boolean
  readonly trustorId: string
  readonly trusteeId: string
}

/** An issued token. */
export interface IssuedToken {
  /** The token itself, for `X-Subject-Token`. */
  readonly id: string
  readonly token: Token
}

/** A valid token: its claims, and the records they currently refer to. */
export interface Token {
  readonly claims: TokenClaims
  readonly user: UserRef
  readonly project?: ProjectRef
  readonly domain?: DomainRef
  readonly roles: readonly HeldRole[]
  readonly applicationCredential?: CredentialRef
  readonly trust?: TrustRef
  /** The OAuth1 access token that it was issued for. */
  readonly accessToken?: { readonly id: string; readonly consumerId: string }
  /** The groups that the user is in through federation. */
  readonly federatedGroupIds?: readonly string[]
}
