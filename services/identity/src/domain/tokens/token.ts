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
  /** The only requests that it is good for; all, where there are none. */
  readonly accessRules: readonly AccessRule[]
}

export interface TrustRef {
  readonly id: string
  readonly impersonation: boolean
  readonly trustorId: string
  readonly trusteeId: string
}

/** A token as it is handed out. */
export interface IssuedToken {
  /** The token itself, for `X-Subject-Token`. */
  readonly id: string
  readonly token: Token
}

/** A token that holds: its claims, and what they stand for today. */
export interface Token {
  readonly claims: TokenClaims
  readonly user: UserRef
  readonly project?: ProjectRef
  readonly domain?: DomainRef
  readonly roles: readonly HeldRole[]
  readonly applicationCredential?: CredentialRef
  readonly trust?: TrustRef
  /** By what a program acts for the user. */
  readonly accessToken?: { readonly id: string; readonly consumerId: string }
  /** The groups that the user is in through federation. */
  readonly federatedGroupIds?: readonly string[]
}
