import type { KeystoneConfig } from '../../config.ts'
import { type Assertion, attributeName } from '../mapping/apply-mapping.ts'
import type { AssertionSource, FederatedRequest } from './assertion-source.ts'

/** The attributes of a user in the headers that a proxy sets, known by a prefix; several values are separated by `;`. */
export const assertionIn = ({ headers }: FederatedRequest, prefix: string): Assertion =>
  new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string[]][] =>
      value !== undefined && attributeName(name).startsWith(attributeName(prefix))
        ? [[attributeName(name), value.split(';')]]
        : [],
    ),
  )

/** Assertions that a proxy has validated and hands on in headers (`mod_shib`, `mod_auth_mellon`, `mod_auth_openidc`); only trusted proxies. */
export const proxyHeaders = ({
  trusted_proxies,
  assertion_prefix,
}: KeystoneConfig['federation']): AssertionSource => ({
  // Without a prefix, headers of the proxy could not be told from headers that its client sent.
  appliesTo: ({ address }) => assertion_prefix !== '' && trusted_proxies.includes(address),
  read: async (request) => ({ assertion: assertionIn(request, assertion_prefix) }),
})
