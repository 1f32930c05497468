import type { KeystoneConfig } from '../../config.ts'
import { type Assertion, attributeName } from '../mapping/apply-mapping.ts'
import type { Messenger, Vouched } from './word.ts'

/** What proxies say of somebody, in the headers that begin as an operator says; several values stand with `;` between them. */
export const assertionIn = ({ headers }: Vouched, prefix: string): Assertion =>
  new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string[]][] =>
      value !== undefined && attributeName(name).startsWith(attributeName(prefix))
        ? [[attributeName(name), value.split(';')]]
        : [],
    ),
  )

/** The word of a proxy that has asked an identity provider, and that an operator trusts. */
export const byProxy = ({ trusted_proxies, assertion_prefix }: KeystoneConfig['federation']): Messenger => ({
  // Without a prefix, what a proxy says could not be told from what was said to it.
  comesWith: ({ address }) => assertion_prefix !== '' && trusted_proxies.includes(address),
  word: async (vouched) => ({ assertion: assertionIn(vouched, assertion_prefix) }),
})
