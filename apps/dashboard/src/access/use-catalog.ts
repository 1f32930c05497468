import { identityApi } from '@nimbo/contracts/identity/api'
import { showAuthCatalog } from '@nimbo/contracts/identity/auth-scopes'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { isItem, textAt } from '../panel/item.ts'

/** A public endpoint of the service catalog. */
interface Address {
  readonly type: string
  readonly name: string
  readonly region: string
  readonly url: string
}

const addressesIn = (body: unknown): readonly Address[] => {
  const catalog = isItem(body) && Array.isArray(body.catalog) ? body.catalog.filter(isItem) : []
  return catalog.flatMap((service) =>
    (Array.isArray(service.endpoints) ? service.endpoints.filter(isItem) : [])
      .filter((endpoint) => endpoint.interface === 'public')
      .map((endpoint) => ({
        type: textAt(service, 'type'),
        name: textAt(service, 'name'),
        region: textAt(endpoint, 'region_id'),
        url: textAt(endpoint, 'url'),
      })),
  )
}

/** Reads the service catalog of the session's scope. */
export const useCatalog = () =>
  useQuery({
    queryKey: ['catalog'],
    queryFn: async () => addressesIn((await clientOf(identityApi).perform(showAuthCatalog)).body),
  })

/** The authentication URL in a region. */
export const identityUrl = (addresses: readonly Address[], region: string): string | undefined => {
  const found = addresses.find((each) => each.type === 'identity' && each.region === region)
  return found && (/\/v3\/?$/.test(found.url) ? found.url : `${found.url.replace(/\/$/, '')}/v3`)
}
