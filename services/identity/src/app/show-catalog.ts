import { buildCatalog, type CatalogEntry } from '../domain/catalog.ts'
import type { TokenClaims } from '../domain/token-claims.ts'
import type { Deps } from './deps.ts'

const mostServices = 1000
const mostEndpoints = 10_000

/** The catalog as a token of these claims sees it. */
export const createShowCatalog =
  ({ stores }: Pick<Deps, 'stores'>) =>
  async ({ userId, scope }: TokenClaims): Promise<CatalogEntry[]> => {
    const services = await stores.services.page([], { limit: mostServices })
    const endpoints = await stores.endpoints.page([], { limit: mostEndpoints })
    return buildCatalog(services, endpoints, {
      userId,
      ...(scope.kind === 'project' ? { projectId: scope.id } : {}),
    })
  }
