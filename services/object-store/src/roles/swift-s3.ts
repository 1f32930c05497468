import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { identityApi } from '@nimbo/contracts/identity/api'
import { whenFirstAsked } from '@nimbo/http/when-first-asked'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { hashing } from '@nimbo/trace/thread/hashing'
import { tracer } from '@nimbo/trace/tracer'
import { refusal } from '../api/refusal.ts'
import { swiftApp } from '../app/app.ts'
import { migrations } from '../db/migrations.ts'
import type { SwiftTables } from '../db/tables.ts'
import { openMeter } from './open-meter.ts'
import { swiftAccount, type SwiftProxyOptions } from './swift-proxy.ts'

/** Requests are authenticated by their signatures, so there is no `authtoken`. */
const paste = `
[pipeline:s3]
pipeline = http_proxy_to_wsgi request_id request_log faultwrap profiler s3-server
`

/** Starts the S3 API on the same accounts as Swift's. Several processes may run it. */
export const startSwiftS3 = async (
  host: ServiceHost,
  { config, drivers }: SwiftProxyOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<SwiftTables>('swift', migrations)
  const { clock, log, transport } = host
  const unified = limitsOfIdentity(host, swiftAccount)
  const { meter, running } = await openMeter(host, db, config)
  const hashes = hashing(host)
  const policies = await drivers.objects()
  const app = swiftApp(db, { config, policies, unified, clock, log, meter, hashing: hashes })
  const spans = tracer('swift-s3', host.spans)
  const tokens = serviceTokens(transport, host.credentials('swift'), clock)
  const identity = serviceClient({ transport, api: identityApi, authenticate: asService(tokens) })
  const cacheSeconds = config['filter:s3token'].secret_cache_duration
  const api = serveApi(host, {
    service: 'swift',
    paste,
    main: 's3',
    apps: {
      's3-server': whenFirstAsked(async () => {
        const { s3Signers } = await import('../app/access/s3-signers.ts')
        const { s3Api } = await import('../api/s3/s3-api.ts')
        return s3Api(app, { findSigner: s3Signers(identity, { clock, cacheSeconds }), tracer: spans })
      }),
    },
    tracer: spans,
    faults: {
      // The API formats its own errors; this applies only if it cannot be loaded.
      envelope: ({ message }, status) => refusal(status, message),
      unexpected: 'An error occurred',
    },
  })
  const stop = async (): Promise<void> => {
    await running.stop()
    await hashes.close()
  }
  return { api, ...running, stop }
}
