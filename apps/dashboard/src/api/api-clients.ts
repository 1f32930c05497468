import type { Api } from '@nimbo/operation/client/api'
import { type ApiClient, apiClient } from '@nimbo/operation/client/api-client'
import { fetchSender } from '@nimbo/operation/client/fetch-sender'
import { timeoutOf } from './timeout-of.ts'

/** The services that are called with the latest microversion, so that all attributes are shown. */
const versioned = ['compute', 'volume', 'placement']

const clients = new Map<string, ApiClient>()

/** A client of an API, which calls it through the proxy of the dashboard service; that adds the token. */
export const clientOf = (api: Api): ApiClient => {
  const known = clients.get(api.type)
  if (known) return known
  const made = apiClient({
    api,
    ...(versioned.includes(api.type) ? { version: 'latest' } : {}),
    send: (call) =>
      fetchSender({
        root: `/dashboard/api/proxy/${api.type}`,
        headers: () => ({}),
        fetch: globalThis.fetch.bind(globalThis),
        timeoutMs: timeoutOf(call.body),
      })(call),
  })
  clients.set(api.type, made)
  return made
}
