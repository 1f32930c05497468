import { setImmediate as turnOfLoop } from 'node:timers/promises'
import type { Bus } from '@nimbo/bus/bus'
import { memoryBus } from '@nimbo/bus/memory'
import type { MigrationSet } from '@nimbo/db/migrate'
import { migrateDatabase, openDatabase } from '@nimbo/db/open-database'
import { type Listener, listen } from '@nimbo/http/listener'
import { mountTable } from '@nimbo/http/mount-table'
import type { ServerTls } from '@nimbo/http/tls'
import { inProcessTransport } from '@nimbo/http/transport'
import type { Upgrade } from '@nimbo/http/upgrade'
import { backgroundPace } from '@nimbo/kernel/background-pace'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { reverter } from '@nimbo/kernel/reverter'
import { sharedRelays } from '@nimbo/notifications/shared-relays'
import type { Bootstrap } from '@nimbo/service/bootstrap-cloud'
import { commonOptions } from '@nimbo/service/common-options'
import { failureDetector } from '@nimbo/service/failure-detector'
import type { RoleStart } from '@nimbo/service/role'
import { roleLog } from '@nimbo/service/role-log'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { sharedResources } from '@nimbo/service/shared-resources'
import { tokenInvalidations } from '@nimbo/service/token-invalidations'
import { type SpanStore, spanStore } from '@nimbo/trace/span-store'
import type { SpanReader } from '@nimbo/trace/span-table'
import { spanTableInThread } from '@nimbo/trace/span-table-in-thread'
import { traceMigrations } from '@nimbo/trace/trace-tables'
import type { Kysely } from 'kysely'
import { type CloudRole, isInOneProcess, rolesOf } from './cloud-role.ts'
import type { CloudDrivers, Drivers } from './drivers.ts'
import { embeddedDrivers } from './embedded-drivers.ts'
import { withMetrics } from './embedded-metrics.ts'
import { embeddedSpans } from './embedded-spans.ts'
import { mountedEndpoints } from './endpoints.ts'
import { type GuestListener, openGuestListener } from './guest-listener.ts'
import { startingLevel } from './logging.ts'
import { mountedUpgrades } from './mounted-upgrades.ts'
import { openingMounts } from './opening-mounts.ts'
import type { Secrets } from './secrets.ts'
import { type CloudService, services as cloudServices } from './services.ts'
import { readerOf, type Settings } from './settings.ts'

export interface CloudOptions {
  readonly host: string
  /** 0 chooses a free port. */
  readonly port: number
  /** The TLS certificate and key of its port; plain HTTP without it. */
  readonly tls?: ServerTls
  /** The address of a second listener for guests that cannot reach the main port; for the signals of Heat stacks. */
  readonly guestListener?: GuestListener
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly drivers: Drivers
  readonly settings: Settings
  /** All services of the cloud by default. */
  readonly services?: readonly CloudService[]
  /** Returns the URL of a database for these migrations. */
  databaseUrl(name: string, migrations: MigrationSet): string | Promise<string>
  directory(name: string, mode?: number): Promise<string>
  override(service: string, file: string): string | undefined
  /** Called before each role starts; `started` is called after it with the duration. */
  readonly starting?: (part: string) => void
  readonly started?: (part: string, ms: number) => void
  /** Called once every API serves requests; agents and unfinished flows start afterwards. */
  readonly answering?: (place: Pick<Cloud, 'url' | 'region'>) => Promise<void>
  /** Resolves when the drivers can be used. Agents wait for it; services start in parallel. */
  readonly driversReady?: Promise<unknown>
}

/** A whole cloud in this process. */
export interface Cloud {
  /** `http://127.0.0.1:5000` */
  readonly url: string
  readonly region: string
  readonly traces: SpanReader
  /** The message bus of its services, which also carries notifications. */
  readonly bus: Bus
  /** Resolves when the cloud has no background work left; for tests and for a clean shutdown. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const region = 'RegionOne'
const keepTracesMs = 30 * 86_400_000
const closeGraceMs = 5_000
/** The number of consecutive passes over all services, since the work of one may start work of another. */
const settledLooks = 2

/** Starts every service of the embedded cloud on one port. Stops what was started when a later part fails. */
export const startCloud = async (options: CloudOptions): Promise<Cloud> => {
  const { clock, log, secrets, services = cloudServices } = options
  await using undo = reverter()

  // The socket is opened first, so that a port in use is found before anything is created.
  const mounts = openingMounts(services)
  const roles = rolesOf(services).filter(isInOneProcess)
  const running: RunningService[] = []
  const { trace, metrics } = processOptions(services, options.settings)
  const table = mountTable(
    Object.fromEntries([...mounts.values()].map(({ mount, handler }) => [mount, handler])),
  )
  const answer = metrics.enabled
    ? withMetrics({ roles: roles.map(({ name }) => name), services: running }, table)
    : table
  const upgrades = new Map<string, Upgrade>()
  const listener = await listen(answer, {
    ...{ host: options.host, port: options.port, log },
    ...(options.tls && { tls: options.tls }),
    upgrade: mountedUpgrades(upgrades),
  })
  undo.add(() => listener.close(closeGraceMs))
  const door = options.guestListener && (await openGuestListener(options.guestListener, answer, log))
  undo.add(async () => door?.close(0))
  const scheme = options.tls ? 'https' : 'http'
  const url = `${scheme}://${options.host.includes(':') ? `[${options.host}]` : options.host}:${listener.port}`

  const bus = memoryBus()
  const listening = Promise.withResolvers<void>()
  undo.add(() => bus.close())
  const databases = sharedResources<Kysely<unknown>>((db) => db.destroy())
  undo.add(() => databases.close())
  const tracesUrl = await options.databaseUrl('traces', traceMigrations)
  await migrateDatabase(tracesUrl, traceMigrations)
  const store = spanStore(spanTableInThread({ url: tracesUrl, clock, log }), {
    clock,
    log,
    keepMs: keepTracesMs,
  })
  const spans = embeddedSpans({ store, otlpEndpoint: trace.otlp_endpoint, clock, log })
  undo.add(() => spans.close())

  const { silentBefore, watchOwnLateness } = failureDetector(clock)
  const endWatch = watchOwnLateness()
  undo.add(async () => endWatch())
  const host: ServiceHost = {
    clock,
    log,
    logThreshold: { level: startingLevel() },
    bus,
    spans,
    traces: spans,
    silentBefore,
    relays: sharedRelays(listening.promise),
    pace: backgroundPace({ clock }),
    tokenInvalidations: tokenInvalidations(),
    transport: inProcessTransport(mounts, () => url),
    identityUri: `${url}/identity`,
    openDatabase: <Tables>(name: string, migrations: MigrationSet) =>
      databases.get(name, async () =>
        openDatabase(await options.databaseUrl(name, migrations), migrations),
      ) as Promise<Kysely<Tables>>,
    // One process needs no broker per cell: hosts are distinguished by name.
    openBus: async () => bus,
    directory: options.directory,
    override: options.override,
    credentials: (username) => ({
      username,
      password: secrets.get(`${username}-password`),
      projectName: 'service',
      domainName: 'Default',
    }),
  }
  const bootstrap = bootstrapOf(services, secrets, url)
  // Generated secrets are saved before they are used.
  await secrets.save()
  // Runs while the roles are loaded: creating the accounts waits for other threads to hash their passwords.
  const bootstrapped = inTurn(services, (service) => service.bootstrap?.(host, bootstrap))
  // The error is reported where the promise is awaited below.
  bootstrapped.catch(() => {})
  undo.add(() => bootstrapped.catch(() => {}))
  for (const service of services) await service.prepare?.(host)
  for (const role of roles) {
    const started = await startRole(role, host, options)
    undo.add(() => started.stop())
    running.push(started)
    const { api, upgrade } = started
    const door = role.mount === undefined ? role.service.type : role.name
    const open = (): void => (api ? mounts.get(door)?.open(api) : undefined)
    if (upgrade && role.mount !== undefined) upgrades.set(role.mount, upgrade)
    // Identity cannot authenticate anyone before the accounts exist.
    if (role.service.bootstrap) bootstrapped.then(open, () => {})
    else open()
    // Lets the event loop serve requests between two roles.
    await turnOfLoop()
  }
  await bootstrapped
  await options.answering?.({ url, region })
  await options.driversReady
  for (const role of running) await role.begin()
  listening.resolve()
  undo.keep()
  return {
    ...{ url, region, traces: spans, bus },
    ...lifeOf({ listener, door, services: running, bus, databases, spans, endWatch }),
  }
}

/** Options of the whole process are read from the configuration of the first service, as for processes with several roles. */
const processOptions = ([first]: readonly CloudService[], settings: Settings) => {
  if (first === undefined) throw new RangeError('a cloud has at least one service')
  return settings(first.name, commonOptions)
}

const inTurn = async (
  services: readonly CloudService[],
  work: (service: CloudService) => Promise<void> | undefined,
): Promise<void> => {
  for (const service of services) await work(service)
}

const startRole = async (
  role: CloudRole,
  host: ServiceHost,
  options: CloudOptions,
): Promise<RunningService> => {
  options.starting?.(role.name)
  const before = performance.now()
  const { name } = role.service
  const started = await role.start(
    { ...host, ...roleLog(host, { service: name }) },
    startOf(name, options, host),
  )
  options.started?.(role.name, performance.now() - before)
  return started
}

const bootstrapOf = (services: readonly CloudService[], secrets: Secrets, url: string): Bootstrap => ({
  adminPassword: secrets.get('admin-password'),
  passwordsAreRandom: true,
  region,
  endpoints: mountedEndpoints(services, url),
  serviceUsers: services.map(({ name, accountRoles }) => ({
    ...{ username: name, password: secrets.get(`${name}-password`), roles: accountRoles },
  })),
})

/** The name of the only process of a state directory: it resumes its unfinished flows at its next start. */
const instance = 'cloud'

const startOf = (
  service: string,
  { drivers, secrets, settings }: CloudOptions,
  host: ServiceHost,
): RoleStart<CloudDrivers> => ({
  read: readerOf(settings, service),
  drivers: embeddedDrivers(service, { drivers, settings }, host),
  hosts: drivers.hypervisors.map(({ host }) => host),
  instance,
  unattended: {
    secret: async (name) => {
      const secret = secrets.get(name)
      await secrets.save()
      return secret
    },
  },
})

interface Parts {
  readonly listener: Listener
  readonly door: Listener | undefined
  readonly services: readonly RunningService[]
  readonly bus: Bus
  readonly databases: { close(): Promise<void> }
  readonly spans: SpanStore
  readonly endWatch: () => void
}

const lifeOf = ({
  listener,
  door,
  services,
  bus,
  databases,
  spans,
  endWatch,
}: Parts): Pick<Cloud, 'settled' | 'stop'> => ({
  settled: async () => {
    for (let look = 0; look < settledLooks; look += 1) {
      for (const service of services) await service.settled()
      await bus.idle()
    }
  },
  stop: async () => {
    // The parts end in reverse order: the last one added ends first. If one fails to end, the others still do.
    await using ending = reverter()
    ending.add(() => spans.close())
    ending.add(() => databases.close())
    ending.add(() => bus.close())
    for (const service of services) ending.add(() => service.stop())
    endWatch()
    for (const service of services) service.leave?.()
    await Promise.all([listener.close(closeGraceMs), door?.close(closeGraceMs)])
  },
})
