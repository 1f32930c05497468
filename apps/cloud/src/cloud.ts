import { memoryBus } from '@nimbo/bus/memory'
import type { Hypervisor } from '@nimbo/compute/driver/hypervisor'
import { startCompute } from '@nimbo/compute/service'
import { openDatabase } from '@nimbo/db/open-database'
import { type Listener, listen } from '@nimbo/http/listener'
import type { Handler } from '@nimbo/http/message'
import { mountTable } from '@nimbo/http/mount-table'
import { json } from '@nimbo/http/reply'
import { inProcessTransport } from '@nimbo/http/transport'
import { identityOptions } from '@nimbo/identity/config'
import { startIdentity } from '@nimbo/identity/service'
import type { ImageStore } from '@nimbo/image/driver/image-store'
import { startImage } from '@nimbo/image/service'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { reverter } from '@nimbo/kernel/reverter'
import { networkOptions } from '@nimbo/network/config'
import type { NetworkAgentDriver } from '@nimbo/network/driver/network-agent-driver'
import { startNetwork } from '@nimbo/network/service'
import { startPlacement } from '@nimbo/placement/service'
import type { RunningService, ServedApi, ServiceHost } from '@nimbo/service/service-host'
import { type SpanReader, spanStore, type TraceTables, traceMigrations } from '@nimbo/trace/span-store'
import type { VolumeBackend } from '@nimbo/volume/driver/volume-backend'
import { startVolume } from '@nimbo/volume/service'
import { bootstrapEndpoint, catalog, serviceUsers } from './endpoints.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** What the cloud drives: real ones on a host, fakes in a test. */
export interface Drivers {
  readonly hypervisors: readonly { readonly host: string; readonly driver: Hypervisor }[]
  readonly network: NetworkAgentDriver
  readonly volumes: VolumeBackend
  readonly images: ImageStore
}

export interface CloudOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly drivers: Drivers
  databaseUrl(name: string): string
  directory(name: string, mode?: number): Promise<string>
  override(service: string, file: string): string | undefined
  readonly settings: Settings
  /** Told of each part as it stands, with how long it took. */
  readonly started?: (part: string, ms: number) => void
}

/** A whole cloud in this process. */
export interface Cloud {
  /** `http://127.0.0.1:5000` */
  readonly url: string
  readonly region: string
  readonly traces: SpanReader
  /** Resolves when nothing the cloud does of its own accord is under way; for tests and for an orderly end. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const region = 'RegionOne'
const keepTracesMs = 30 * 86_400_000
const closeGraceMs = 5_000
/** A settled cloud is one where a look at every part, begun after the last one ended, finds nothing to wait for. */
const settledLooks = 2

/** Starts every service of the embedded cloud on one port. What was started is stopped again if a later part fails. */
export const startCloud = async (options: CloudOptions): Promise<Cloud> => {
  const { clock, log, secrets, drivers } = options
  await using undo = reverter()
  const timed = async <Part>(name: string, start: Promise<Part>): Promise<Part> => {
    const before = performance.now()
    const part = await start
    options.started?.(name, performance.now() - before)
    return part
  }

  // The socket comes first: a port in use must be found out before anything is made.
  let answer: Handler = async () =>
    json(503, { error: { code: 503, title: 'Service Unavailable', message: 'Starting.' } })
  const listener: Listener = await listen((request) => answer(request), {
    host: options.host,
    port: options.port,
    log,
  })
  undo.add(() => listener.close(closeGraceMs))
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${listener.port}`

  const bus = memoryBus()
  undo.add(() => bus.close())
  const spans = spanStore(await openDatabase<TraceTables>(options.databaseUrl('traces'), traceMigrations), {
    clock,
    log,
    keepMs: keepTracesMs,
  })
  undo.add(() => spans.close())

  const mounts = new Map<string, ServedApi>()
  const services: RunningService[] = []
  const add = async (name: string, start: Promise<RunningService>): Promise<void> => {
    const service = await timed(name, start)
    undo.add(() => service.stop())
    services.push(service)
    for (const api of service.apis) mounts.set(api.serviceType, api)
  }
  const serviceHost: ServiceHost = {
    clock,
    log,
    bus,
    spans,
    traces: spans,
    transport: inProcessTransport(mounts, () => url),
    identityUri: `${url}/identity`,
    databaseUrl: options.databaseUrl,
    directory: options.directory,
    override: options.override,
    credentials: (username) => ({
      username,
      password: secrets.get(`${username}-password`),
      projectName: 'service',
      domainName: 'Default',
    }),
  }
  const named = (service: string): ServiceHost => ({ ...serviceHost, log: log.child({ service }) })
  const hosts = drivers.hypervisors.map(({ host }) => host)

  await add(
    'identity',
    startIdentity(named('keystone'), {
      config: options.settings('keystone', identityOptions),
      bootstrap: {
        adminPassword: secrets.get('admin-password'),
        region,
        endpoints: catalog.map((entry) => bootstrapEndpoint(entry, url)),
        serviceUsers: serviceUsers.map((username) => ({
          username,
          password: secrets.get(`${username}-password`),
        })),
      },
    }),
  )
  await secrets.save()
  await add('placement', startPlacement(named('placement')))
  await add('image', startImage(named('glance'), { store: drivers.images }))
  await add(
    'network',
    startNetwork(named('neutron'), {
      agentDriver: drivers.network,
      hosts,
      config: options.settings('neutron', networkOptions),
    }),
  )
  await add(
    'volume',
    startVolume(named('cinder'), { backend: drivers.volumes, host: hosts[0] ?? 'localhost' }),
  )
  const sealingKey = secrets.get('compute-sealing-key')
  await secrets.save()
  await add('compute', startCompute(named('nova'), { hypervisors: drivers.hypervisors, sealingKey }))

  answer = mountTable(Object.fromEntries([...mounts.values()].map(({ mount, handler }) => [mount, handler])))
  for (const service of services) await service.begin()

  undo.keep()
  const settled = async (): Promise<void> => {
    for (let look = 0; look < settledLooks; look += 1) {
      for (const service of services) await service.settled()
      await bus.idle()
    }
  }
  const stop = async (): Promise<void> => {
    await listener.close(closeGraceMs)
    for (const service of services.toReversed()) await service.stop()
    await bus.close()
    await spans.close()
  }
  return { url, region, traces: spans, settled, stop }
}
