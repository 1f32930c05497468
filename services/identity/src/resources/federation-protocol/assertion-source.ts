import type { IdentityProvider } from '@nimbo/contracts/identity/identity-providers'
import type { Assertion } from '../mapping/apply-mapping.ts'
import type { Protocol } from './records.ts'

/** The parts of a request in which an identity provider's assertion may be found. */
export interface FederatedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The peer's address; that of the proxy if there is one. */
  readonly address: string
  /** The path below the service's address. */
  readonly path?: string
  readonly query?: URLSearchParams
  /** The body of a POST: a form or a SAML message. */
  readonly body?: string
}

/** A validated assertion. */
export interface ReceivedAssertion {
  readonly assertion: Assertion
  /** The issuer's entity ID if the source has verified it; a proxy passes it in an attribute instead. */
  readonly issuer?: string
}

/** A way in which assertions arrive: headers of a proxy, a SAML response, an OpenID Connect code or a bearer token. */
export interface AssertionSource {
  /** Whether a request carries an assertion of this source. */
  appliesTo(request: FederatedRequest): boolean
  /** Reads and validates the assertion; throws `Unauthorized` if it is invalid. */
  read(
    request: FederatedRequest,
    from: { readonly idp: IdentityProvider; readonly protocol: Protocol },
  ): Promise<ReceivedAssertion>
}
