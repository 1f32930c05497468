import { hostname } from 'node:os'
import { type KeyManagerClient, keyManagerClient } from '@nimbo/clients/key-manager'
import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, asUser, serviceTokens } from '@nimbo/clients/service-tokens'
import { identityApi } from '@nimbo/contracts/identity/api'
import { keyManagerApi } from '@nimbo/contracts/key-manager/api'
import { type DurableEngine, durableEngine } from '@nimbo/durable/durable-engine'
import { flowTimes } from '@nimbo/durable/flow-options'
import { forgettingEndedFlows } from '@nimbo/durable/forget-ended-flows'
import { createApi } from '@nimbo/http/api'
import { type DownloadRules, download } from '@nimbo/http/download'
import { newId } from '@nimbo/kernel/ids'
import { openNotifications } from '@nimbo/notifications/open-notifications'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { flowSpans } from '@nimbo/service/flow-spans'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { hashing } from '@nimbo/trace/thread/hashing'
import { tracer } from '@nimbo/trace/tracer'
import type { Kysely } from 'kysely'
import { faultEnvelope } from '../api/fault-envelope.ts'
import { imageApp } from '../app/app.ts'
import { imageStores } from '../app/image-stores.ts'
import type { GlanceConfig } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import type { ImageTables } from '../db/tables.ts'
import type { ConfiguredStores, ImageStore } from '../driver/image-store.ts'
import { errors } from '../errors.ts'
import { policies } from '../policies.generated.ts'
import { cachedImages } from '../resources/cache/cached-images.ts'
import { type ImageCache, imageCache } from '../resources/cache/image-cache.ts'
import { keepCache } from '../resources/cache/keep-cache.ts'
import { clearLapsedUploads } from '../resources/data/clear-lapsed-uploads.ts'
import { copyImageFlow } from '../resources/import/copy-flow.ts'
import { importFilter } from '../resources/import/import-filter.ts'
import { type RemoteGlances, remoteGlances } from '../resources/import/remote-glances.ts'
import { importImageFlow } from '../resources/import/import-flow.ts'
import { addLocationFlow } from '../resources/location/add-location-flow.ts'
import { copyFromAddressFlow } from '../resources/location/copy-from-address-flow.ts'
import { httpStore } from '../resources/location/http-store.ts'
import { clearExpiredTasks } from '../resources/task/clear-expired-tasks.ts'
import { type ImageQuota, imageQuota, noQuota } from '../resources/usage/image-quota.ts'
import { usages } from '../resources/usage/usages.ts'

/** Request bodies have no limit here, because images are large; uploads have a limit of their own. */
const paste = `
[pipeline:glance]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap profiler authtoken glance_app

[filter:authtoken]
delay_auth_decision = true
`

export interface GlanceApiOptions {
  readonly config: GlanceConfig
  readonly drivers: { store(): Promise<ConfiguredStores> }
  readonly instance?: string
}

/** Whether `disabled_notifications` contains the event type or a prefix of it, such as `image.member`. */
const isDisabled =
  (disabled: readonly string[]) =>
  (eventType: string): boolean =>
    disabled.some((name) => eventType === name || eventType.startsWith(`${name}.`))

const openQuota = (db: Kysely<ImageTables>, host: ServiceHost): ImageQuota =>
  imageQuota(usages(db), limitsOfIdentity(host, { username: 'glance', type: 'image' }))

const openCache = (
  db: Kysely<ImageTables>,
  { clock }: ServiceHost,
  { DEFAULT }: GlanceConfig,
  store: ImageStore,
  wanted: () => void,
): ImageCache =>
  imageCache({
    copies: cachedImages(db, DEFAULT.worker_self_reference_url ?? hostname()),
    mostBytes: DEFAULT.image_cache_max_size,
    ...{ store, clock, wanted },
  })

const keysOf = (host: ServiceHost): KeyManagerClient => {
  const authenticate = asService(serviceTokens(host.transport, host.credentials('glance'), host.clock))
  return keyManagerClient(serviceClient({ transport: host.transport, api: keyManagerApi, authenticate }))
}

const remotesOf = (host: ServiceHost, config: GlanceConfig, rules: DownloadRules): RemoteGlances => {
  const tokens = serviceTokens(host.transport, host.credentials('glance'), host.clock)
  return remoteGlances({
    ...{ tokens, rules, taken: config.glance_download_properties.extra_properties },
    identity: serviceClient({ transport: host.transport, api: identityApi, authenticate: asUser(tokens) }),
  })
}

/** Starts the image API; any number of processes may share its database and stores. */
export const startGlanceApi = async (
  host: ServiceHost,
  { config, drivers, instance = newId<never>() }: GlanceApiOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<ImageTables>('glance', migrations)
  const enforcer = defineEnforcer({ defaults: policies, policyYaml: host.override('glance', 'policy.yaml') })
  const notifications = await openNotifications(host, {
    config,
    host: hostname(),
    silences: isDisabled(config.DEFAULT.disabled_notifications),
  })
  notifications.sendFrom(db)
  const hashes = hashing(host)
  const { glance_store, import_filtering_opts } = config
  const filter = importFilter(import_filtering_opts)
  const stores = await drivers.store()
  const cache = stores.cache && openCache(db, host, config, stores.cache, () => caching?.wake())
  const app = imageApp(db, {
    config,
    notifier: notifications.notifier,
    stores: imageStores(stores, glance_store.stores.includes('http') ? httpStore(filter) : undefined),
    cache,
    quota: config.DEFAULT.use_keystone_limits ? openQuota(db, host) : noQuota,
    hashing: hashes,
    keys: keysOf(host),
    remotes: remotesOf(host, config, filter),
    wake: (flow) => engine.wake(flow),
    clock: host.clock,
    log: host.log,
    isAdmin: (ctx) => enforcer.isAdmin(ctx),
  })
  const caching = cache && keepCache(app, cache)
  const clearing = [
    clearLapsedUploads(app),
    clearExpiredTasks(app),
    forgettingEndedFlows({ db, clock: host.clock, log: host.log, config }),
    ...(caching ? [caching] : []),
  ]
  const flowDeps = {
    app,
    download: (address: string, aborted: AbortSignal) =>
      download(address, { rules: filter, signal: aborted }),
  }
  const spans = tracer('glance-api', host.spans)
  const engine: DurableEngine = durableEngine({
    db,
    observer: flowSpans(spans),
    clock: host.clock,
    log: host.log,
    owner: `glance-api:${instance}`,
    ...flowTimes(config),
    flows: [importImageFlow, copyImageFlow, copyFromAddressFlow, addLocationFlow].map((each) =>
      each.with(flowDeps),
    ),
  })
  const api = createApi({
    name: 'image',
    app,
    routes: async () => (await import('../api/routes.ts')).routes,
    emptyIds: 'notFound',
    authorizer: enforcer,
    tracer: spans,
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: ({ property, reason }) => `Provided object does not match schema: ${property}: ${reason}`,
  })
  const handler = serveApi(host, {
    service: 'glance',
    paste,
    main: 'glance',
    apps: { glance_app: api },
    described: async () => (await import('../api/described.ts')).described,
    tracer: spans,
    faults: {
      envelope: faultEnvelope,
      unexpected: 'The server has either erred or is incapable of performing the requested operation.',
    },
  })
  return {
    api: handler,
    begin: async () => {
      notifications.start()
      for (const one of clearing) one.start()
      await engine.start()
    },
    census: () => engine.census(),
    settled: async () => {
      for (const one of clearing) await one.idle()
      await engine.idle()
      await notifications.idle()
    },
    stop: async () => {
      for (const one of clearing) await one.stop()
      await engine.stop()
      await hashes.close()
      await notifications.stop()
    },
  }
}
