import type { IdentityProvider } from '@nimbo/contracts/identity/identity-providers'
import type { Assertion } from '../mapping/apply-mapping.ts'
import type { Protocol } from './records.ts'

/** A request that may tell by whose word it comes. */
export interface Vouched {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Of whoever sent it: the proxy, if it is one. */
  readonly address: string
  /** Below the address of the service. */
  readonly path?: string
  readonly query?: URLSearchParams
  /** A form or a message, where there is one. */
  readonly body?: string
}

/** What is said of somebody. */
export interface Word {
  readonly assertion: Assertion
  /** Who says it, where that is proven; what a proxy hands on names it in an attribute. */
  readonly issuer?: string
}

/** One way in which a word comes. */
export interface Messenger {
  /** Whether a request brings a word this way. */
  comesWith(vouched: Vouched): boolean
  /** Throws `Unauthorized` for one that is not to be believed. */
  word(vouched: Vouched, from: { readonly idp: IdentityProvider; readonly protocol: Protocol }): Promise<Word>
}
