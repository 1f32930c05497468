import type { Api } from '@nimbo/operation/client/api'
import { type ApiClient, apiClient } from '@nimbo/operation/client/api-client'
import { fetchSender } from '@nimbo/operation/client/fetch-sender'

/** A creation may wait for services behind the service, on other clouds for minutes; readings the dashboard's server gives up sooner. */
const timeoutMs = 300_000

/** The services whose newest version is asked for: the page shows what there is. */
const versioned = ['compute', 'volume', 'placement']

const clients = new Map<string, ApiClient>()

/** Calls an API of the cloud through the dashboard's server, which adds who asks. */
export const clientOf = (api: Api): ApiClient => {
  const known = clients.get(api.type)
  if (known) return known
  const made = apiClient({
    api,
    ...(versioned.includes(api.type) ? { version: 'latest' } : {}),
    send: fetchSender({
      root: `/dashboard/api/proxy/${api.type}`,
      headers: () => ({}),
      fetch: globalThis.fetch.bind(globalThis),
      timeoutMs,
    }),
  })
  clients.set(api.type, made)
  return made
}
