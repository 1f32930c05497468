import type { Handler, HttpRequest, HttpResponse } from '@nimbo/http/message'
import type { SwiftConfig } from '../../../config.ts'
import { cnameLookup } from './cname-lookup.ts'
import { dnsCnames } from './cname-resolver.ts'
import { domainRemap } from './domain-remap.ts'
import type { HostFilter } from './host-names.ts'

const through = async (
  request: HttpRequest,
  [filter, ...others]: readonly HostFilter[],
  next: Handler,
): Promise<HttpResponse> => {
  if (!filter) return next(request)
  const found = await filter(request)
  if ('status' in found) return found
  return found.turnedBack(await through(found.request, others, next))
}

/** Applies the optional filters that rewrite requests by their host name: `cname_lookup`, then `domain_remap`. */
export const byHostNames = (config: SwiftConfig, next: Handler): Handler => {
  const { 'filter:cname_lookup': lookup, 'filter:domain_remap': remap } = config
  const filters = [
    ...(lookup.storage_domain.length > 0 ? [cnameLookup(lookup, dnsCnames(lookup.nameservers))] : []),
    ...(remap.storage_domain.length > 0 ? [domainRemap(remap)] : []),
  ]
  return filters.length === 0 ? next : (request) => through(request, filters, next)
}
