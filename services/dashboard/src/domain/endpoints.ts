import type { CatalogEntryView } from '@nimbo/contracts/identity/tokens'
import { rootOf } from '@nimbo/operation/client/api'
import { pageTypeOf, typesOf } from './service-types.ts'
import type { Endpoint } from './session.ts'

/** The public endpoints of a catalog. */
export const endpointsOf = (catalog: readonly CatalogEntryView[]): readonly Endpoint[] =>
  catalog.flatMap(({ type, endpoints }) =>
    endpoints
      .filter(({ interface: kind }) => kind === 'public')
      .map(({ url, region_id, region }) => ({ type, url, region: region_id ?? region ?? '' })),
  )

/** The regions, sorted. */
export const regionsOf = (endpoints: readonly Endpoint[]): string[] =>
  [...new Set(endpoints.map(({ region }) => region))].sort()

/** The region of this cloud: the configured one, or the first one of a catalog that does not contain it. */
export const homeRegionIn = (regions: readonly string[], configured: string): string =>
  regions.includes(configured) ? configured : (regions[0] ?? '')

/** The service types in a region, both as in the catalog and as the page calls them. */
export const servicesOf = (endpoints: readonly Endpoint[], region: string): string[] => {
  const types = endpoints.filter((endpoint) => endpoint.region === region).map(({ type }) => type)
  return [...new Set([...types, ...types.map(pageTypeOf)])].sort()
}

/**
 * The root URL of a service, without the API version, which is part of the requested path. Undefined if the region has no such
 * service.
 */
export const rootIn = (
  endpoints: readonly Endpoint[],
  { type, region }: { readonly type: string; readonly region: string },
): string | undefined => {
  for (const name of typesOf(type)) {
    const found = endpoints.find((endpoint) => endpoint.type === name && endpoint.region === region)
    if (found) return rootOf(found.url)
  }
  return undefined
}
