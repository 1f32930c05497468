import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'

/** Resolves the CNAME of a name; undefined if it has none or no name server answers. */
export type CnameResolver = (name: string) => Promise<string | undefined>

/** Node does not return the TTL of records, so this is Swift's default for records without one, in ms. */
const heldMs = 60_000
const mostHeld = 10_000
const timeoutMs = 5000

/** Errors that mean that the name, or a CNAME record for it, does not exist. */
const known = new Set(['ENOTFOUND', 'ENODATA'])

const isKnownToBeNone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && known.has(error.code)

/** Queries name servers and caches answers for a minute. */
export const dnsCnames = (nameservers: readonly string[]): CnameResolver => {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (nameservers.length > 0) resolver.setServers(nameservers)
  const held = new LRUCache<string, { readonly found: string | undefined }>({ max: mostHeld, ttl: heldMs })
  return async (name) => {
    const before = held.get(name)
    if (before) return before.found
    try {
      const [found] = await resolver.resolveCname(name)
      held.set(name, { found })
      return found
    } catch (error) {
      if (isKnownToBeNone(error)) held.set(name, { found: undefined })
      return undefined
    }
  }
}
