import type { IdentityProvider } from '@nimbo/contracts/identity/identity-providers'
import type { Assertion } from '../mapping/apply-mapping.ts'
import type { Protocol } from './records.ts'

/** The parts of a request in which an identity provider's assertion may be found. */
export interface FederatedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The address of the peer: that of a proxy, where one stands in front. */
  readonly address: string
  /** Below the address of the service. */
  readonly path?: string
  readonly query?: URLSearchParams
  /** Of a POST: a form or a SAML message. */
  readonly body?: string
}

/** An assertion that has been validated. */
export interface ReceivedAssertion {
  readonly assertion: Assertion
  /** The entity ID of the issuer, where it is proven; a proxy names it in an attribute instead. */
  readonly issuer?: string
}

/** One way in which an assertion reaches this cloud: a proxy's headers, a SAML response, an OpenID Connect code or token. */
export interface AssertionSource {
  /** Whether a request carries an assertion of this source. */
  appliesTo(request: FederatedRequest): boolean
  /** Reads and validates it; throws `Unauthorized` for one that is not valid. */
  read(
    request: FederatedRequest,
    from: { readonly idp: IdentityProvider; readonly protocol: Protocol },
  ): Promise<ReceivedAssertion>
}
