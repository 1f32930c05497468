import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'

/** Finds the name that a name stands for; undefined where it stands for none, or nobody knows. */
export type CnameResolver = (name: string) => Promise<string | undefined>

/** Node does not tell for how long a record holds; this is what Swift takes where there is none. */
const heldMs = 60_000
const mostHeld = 10_000
const timeoutMs = 5000

/** There is no such name, or no such record of it. */
const known = new Set(['ENOTFOUND', 'ENODATA'])

const isKnownToBeNone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && known.has(error.code)

/** Asks name servers, and keeps what they say for a minute. */
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
