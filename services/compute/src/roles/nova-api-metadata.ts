import { passiveService } from '@nimbo/service/passive-service'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { knownByAddress, namedByProxy } from '../api/metadata/asking-server.ts'
import { metadataHandler } from '../api/metadata/metadata-handler.ts'
import { hostedServerOf } from '../conductor/hosted-server-of.ts'
import type { NovaConfig } from '../config.ts'
import { passwordsByServer } from '../app/guest-passwords/guest-passwords.ts'
import { openCells } from '../db/cells/open-cells.ts'
import { serverRecord } from '../flows/server-record.ts'
import { vendorData } from '../resources/vendor-data.ts'
import { openClients } from './open-clients.ts'

export interface NovaApiMetadataOptions {
  readonly config: NovaConfig
}

/** Guests have no tokens: they are identified by the proxy's signature or by their address. */
const paste = `
[pipeline:metadata]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap metaapp
`

const unexpected = 'An unknown error has occurred. Please try your request again.'

/** Starts the metadata API. It has no state besides a cache, so any number can run. */
export const startNovaApiMetadata = async (
  host: ServiceHost,
  { config }: NovaApiMetadataOptions,
): Promise<RunningService> => {
  const { databases } = await openCells(host, config)
  const { network } = openClients(host).own
  const stores = { databases, clock: host.clock }
  // The metadata API never shows build secrets, so it needs no key.
  const hosted = hostedServerOf({ ...stores, unseal: () => '{}' })
  const findServer = async (serverId: string) => {
    const record = await serverRecord(stores, serverId)
    return record && hosted(record)
  }
  const { service_metadata_proxy: behindProxy, metadata_proxy_shared_secret: secret } = config.neutron
  const handler = serveApi(host, {
    service: 'nova',
    paste,
    main: 'metadata',
    apps: {
      metaapp: metadataHandler({
        whoAsks: behindProxy ? namedByProxy(secret) : knownByAddress(network),
        findServer,
        network,
        passwords: passwordsByServer(stores),
        domain: config.api.dhcp_domain,
        vendorData: vendorData(config.api, host.log),
        cacheMs: config.api.metadata_cache_expiration * 1000,
      }),
    },
    tracer: tracer('nova-api-metadata', host.spans),
    faults: {
      envelope: (fault, status) => ({
        status,
        headers: { 'content-type': 'text/plain; charset=UTF-8' },
        body: `${fault.message}\n`,
      }),
      unexpected,
    },
  })
  return passiveService(handler)
}
