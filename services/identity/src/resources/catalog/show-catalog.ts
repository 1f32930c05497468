import { buildCatalog, type CatalogEntry } from '../../domain/catalog.ts'
import type { Endpoint } from '../../domain/records.ts'
import type { TokenClaims } from '../../domain/tokens/token-claims.ts'
import type { EndpointFilter } from '../endpoint-filter/endpoint-filter.ts'
import type { Deps } from '../../app/deps.ts'

const mostServices = 1000
const mostEndpoints = 10_000

/** The catalog for a token: that of a project may be restricted to associated endpoints (OS-EP-FILTER). */
export const createShowCatalog = (
  { stores, config }: Pick<Deps, 'stores' | 'config'>,
  filter: Pick<EndpointFilter, 'among'>,
) => {
  const chosen = async (projectId: string, endpoints: readonly Endpoint[]): Promise<readonly Endpoint[]> => {
    const put = await filter.among(projectId, endpoints)
    return put.length === 0 && config.endpoint_filter.return_all_endpoints_if_no_filter ? endpoints : put
  }

  return async ({ userId, scope }: TokenClaims): Promise<CatalogEntry[]> => {
    const services = await stores.services.page([], { limit: mostServices })
    const every = await stores.endpoints.page([], { limit: mostEndpoints })
    const endpoints = scope.kind === 'project' ? await chosen(scope.id, every) : every
    return buildCatalog(services, endpoints, {
      userId,
      ...(scope.kind === 'project' ? { projectId: scope.id } : {}),
    })
  }
}
