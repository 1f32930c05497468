import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { whenFirstAsked } from '@nimbo/http/when-first-asked'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { serveApi } from '@nimbo/service/serve-api'
import { hashing } from '@nimbo/trace/thread/hashing'
import { tracer } from '@nimbo/trace/tracer'
import { refusal } from '../api/refusal.ts'
import { swiftApp } from '../app/app.ts'
import type { SwiftConfig } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import type { SwiftTables } from '../db/tables.ts'
import type { StoragePolicy } from '../driver/storage-policy.ts'
import { openMeter } from './open-meter.ts'

/** Requests without a token must reach the API: ACLs may allow anonymous access, and temporary URLs carry a signature. */
const paste = `
[pipeline:swift]
pipeline = http_proxy_to_wsgi request_id request_log faultwrap profiler authtoken proxy-server

[filter:authtoken]
delay_auth_decision = true
`

export interface SwiftProxyOptions {
  readonly config: SwiftConfig
  readonly drivers: { objects(): Promise<readonly StoragePolicy[]> }
}

/** The service's account in Keystone and its type. */
export const swiftAccount = { username: 'swift', type: 'object-store' } as const

/** Starts Swift's API. Several processes may share the database and the stored bytes. */
export const startSwiftProxy = async (
  host: ServiceHost,
  { config, drivers }: SwiftProxyOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<SwiftTables>('swift', migrations)
  const { clock, log } = host
  const unified = limitsOfIdentity(host, swiftAccount)
  const { meter, running } = await openMeter(host, db, config)
  const hashes = hashing(host)
  const policies = await drivers.objects()
  const app = swiftApp(db, { config, policies, unified, clock, log, meter, hashing: hashes })
  const spans = tracer('swift-proxy', host.spans)
  const api = serveApi(host, {
    service: 'swift',
    paste,
    main: 'swift',
    apps: {
      'proxy-server': whenFirstAsked(async () => {
        const { objectStoreApi } = await import('../api/object-store-api.ts')
        const { signInAt } = await import('../app/access/sign-in.ts')
        const signIn = signInAt(host.transport, config['filter:keystoneauth'].default_domain_id)
        return objectStoreApi(app, { tracer: spans, signIn })
      }),
    },
    described: async () => (await import('../api/described.ts')).described,
    tracer: spans,
    faults: {
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
