import { showAuthCatalog } from '@nimbo/contracts/identity/auth-scopes'
import type { Clients } from '../../resource-type/clients.ts'
import { resourceErrors } from '../../resource-type/errors.ts'

interface Account {
  /** `AUTH_…`, as in paths. */
  readonly account: string
  /** The account's public URL. */
  readonly url: URL
}

/** The project's Swift account according to the catalog. */
export const accountOf = async ({ identity }: Clients): Promise<Account> => {
  const { catalog } = await identity.call(showAuthCatalog)
  const endpoints = catalog.find(({ type }) => type === 'object-store')?.endpoints ?? []
  const found = endpoints.find((endpoint) => endpoint.interface === 'public')
  if (found === undefined)
    throw resourceErrors.ResourceFailure({ problem: 'The catalog has no object store.' })
  const url = new URL(found.url)
  return { account: url.pathname.split('/').at(-1) ?? '', url }
}
