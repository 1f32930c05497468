import { type ServiceClient, serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { networkTransport } from '@nimbo/http/network-transport'
import { systemClock } from '@nimbo/kernel/clock'
import type { Api } from '@nimbo/operation/client/api'
import { readClientTls } from '@nimbo/service/read-tls'
import { catalogTypes, endpointBook, withoutVersion } from '../serve/identity-catalog.ts'
import { services } from '../services.ts'
import type { AdminAccount } from './admin-account.ts'

/** Calls the API of a running service with an account, the operator's or that of a service; `version` is the default microversion of calls. */
export const asOperator = async <Answer>(
  account: AdminAccount,
  api: Api,
  ask: (client: ServiceClient) => Promise<Answer>,
  version?: string,
): Promise<Answer> => {
  const clock = systemClock
  const identityUrl = withoutVersion(account.authUrl)
  const { cacert: cafile } = account
  const files = { cafile, certfile: undefined, keyfile: undefined, insecure: false }
  const tls = readClientTls('OS_CACERT or cafile', files)
  const identity = networkTransport({ endpointOf: () => identityUrl, clock, tls })
  const book = endpointBook({
    ...{ identity, credentials: () => account, region: account.region, interface: 'public', clock },
    typesOf: catalogTypes(services),
  })
  const transport = networkTransport({
    endpointOf: (type) => (type === 'identity' ? identityUrl : book.endpointOf(type)),
    ...{ clock, tls },
  })
  const tokens = serviceTokens(transport, account, clock)
  try {
    const authenticate = asService(tokens)
    return await ask(serviceClient({ transport, api, authenticate, ...(version && { version }) }))
  } finally {
    identity.close()
    transport.close()
  }
}
