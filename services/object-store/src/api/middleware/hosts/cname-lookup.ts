import { isIP } from 'node:net'
import type { SwiftConfig } from '../../../config.ts'
import type { CnameResolver } from './cname-resolver.ts'
import { asItCame, badHost, dotted, type HostFilter, hostOf, movedTo } from './host-names.ts'

/** Replaces a host outside the store's domains by the one inside them that its CNAME records lead to. */
export const cnameLookup = (
  {
    storage_domain,
    lookup_depth: depth,
  }: Pick<SwiftConfig['filter:cname_lookup'], 'storage_domain' | 'lookup_depth'>,
  resolve: CnameResolver,
): HostFilter => {
  const domains = dotted(storage_domain)
  const isOurs = (name: string): boolean => domains.some((domain) => `.${name}`.endsWith(domain))
  return async (request) => {
    const host = hostOf(request)
    if (!host || isOurs(host.name) || isIP(host.name.replaceAll(/^\[|\]$/g, '')) !== 0)
      return asItCame(request)
    let name = host.name
    for (let followed = 0; followed < depth; followed++) {
      const found = await resolve(name)
      if (found === undefined || found === name)
        return badHost('CNAME lookup failed to resolve to a valid domain')
      name = found
      if (!isOurs(name)) continue
      const [scheme] = request.origin.split('://')
      const authority = name + host.port
      return movedTo(request, {
        origin: `${scheme}://${authority}`,
        headers: { ...request.headers, host: authority },
      })
    }
    return badHost(`CNAME lookup failed after ${depth} tries`)
  }
}
