import type { KeystoneConfig } from '../../config.ts'
import { type Assertion, attributeName } from '../mapping/apply-mapping.ts'
import type { AssertionSource, FederatedRequest } from './assertion-source.ts'

/**
 * The attribute that a header passes on. Unlike in options and mappings, `HTTP` at its start has no meaning: proxies do not remove
 * `HTTP-OIDC-SUB`, so that a client could send it in place of the proxy's `OIDC-SUB`.
 */
const attributeOf = (header: string): string => header.toUpperCase().replaceAll('-', '_')

/** The attributes of a user in headers with a prefix; multiple values are separated by `;`. */
export const assertionIn = ({ headers }: FederatedRequest, prefix: string): Assertion =>
  new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string[]][] =>
      value !== undefined && attributeOf(name).startsWith(attributeName(prefix))
        ? [[attributeOf(name), value.split(';')]]
        : [],
    ),
  )

/** Assertions that a trusted proxy has validated and passes on in headers (`mod_shib`, `mod_auth_mellon`, `mod_auth_openidc`). */
export const proxyHeaders = ({
  trusted_proxies,
  assertion_prefix,
}: KeystoneConfig['federation']): AssertionSource => ({
  // Without a prefix, the proxy's headers could not be told apart from those that the client sent.
  appliesTo: ({ address }) => assertion_prefix !== '' && trusted_proxies.includes(address),
  read: async (request) => ({ assertion: assertionIn(request, assertion_prefix) }),
})
