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
import { backupOptions } from '@nimbo/volume/config'
import type { Kysely } from 'kysely'
import { accountOf } from './account-of.ts'
import { type CloudRole, isInOneProcess, rolesOf } from './cloud-role.ts'
import type { CloudDrivers, Drivers } from './drivers.ts'
import { withMetrics } from './embedded-metrics.ts'
import { mountedEndpoints } from './endpoints.ts'
import { type GuestDoor, openGuestDoor } from './guest-door.ts'
import { startingLevel } from './logging.ts'
import { mountedUpgrades } from './mounted-upgrades.ts'
import { openingMounts } from './opening-mounts.ts'
import type { Secrets } from './secrets.ts'
import { chosenBackups } from './serve/serve-backups.ts'
import { enabledStores, imageCache } from './serve/serve-stores.ts'
import { storagePolicies } from './serve/storage-policies.ts'
import { type CloudService, services as cloudServices } from './services.ts'
import { readerOf, type Settings } from './settings.ts'

export interface CloudOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** What its one port shows clients; plain without it. */
  readonly tls?: ServerTls
  /** Where guests reach it that cannot reach that port: there they can tell their stacks something. */
  readonly guestDoor?: GuestDoor
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly drivers: Drivers
  readonly settings: Settings
  /** Those of the cloud unless given. */
  readonly services?: readonly CloudService[]
  /** Where a database is that will have these tables. */
  databaseUrl(name: string, migrations: MigrationSet): string | Promise<string>
  directory(name: string, mode?: number): Promise<string>
  override(service: string, file: string): string | undefined
  /** Told of each part as it begins, and as it stands with how long it took. */
  readonly starting?: (part: string) => void
  readonly started?: (part: string, ms: number) => void
  /** Told when every API answers, the last of them; agents and unfinished work begin after it. */
  readonly answering?: (place: Pick<Cloud, 'url' | 'region'>) => Promise<void>
  /** What agents need to begin: until then it may still be starting, beside the services. */
  readonly driversReady?: Promise<unknown>
}

/** A whole cloud in this process. */
export interface Cloud {
  /** `http://127.0.0.1:5000` */
  readonly url: string
  readonly region: string
  readonly traces: SpanReader
  /** What its services speak over, and tell of changes. */
  readonly bus: Bus
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
  const { clock, log, secrets, services = cloudServices } = options
  await using undo = reverter()

  // The socket comes first: a port in use must be found out before anything is made.
  const mounts = openingMounts(services)
  const roles = rolesOf(services).filter(isInOneProcess)
  const running: RunningService[] = []
  const answer = withMetrics(
    { roles: roles.map(({ name }) => name), services: running },
    mountTable(Object.fromEntries([...mounts.values()].map(({ mount, handler }) => [mount, handler]))),
  )
  const upgrades = new Map<string, Upgrade>()
  const listener = await listen(answer, {
    ...{ host: options.host, port: options.port, log },
    ...(options.tls && { tls: options.tls }),
    upgrade: mountedUpgrades(upgrades),
  })
  undo.add(() => listener.close(closeGraceMs))
  const door = options.guestDoor && (await openGuestDoor(options.guestDoor, answer, log))
  undo.add(async () => door?.close(0))
  const scheme = options.tls ? 'https' : 'http'
  const url = `${scheme}://${options.host.includes(':') ? `[${options.host}]` : options.host}:${listener.port}`

  const bus = memoryBus()
  undo.add(() => bus.close())
  const databases = sharedResources<Kysely<unknown>>((db) => db.destroy())
  undo.add(() => databases.close())
  const tracesUrl = await options.databaseUrl('traces', traceMigrations)
  await migrateDatabase(tracesUrl, traceMigrations)
  const spans = spanStore(spanTableInThread({ url: tracesUrl, clock, log }), {
    clock,
    log,
    keepMs: keepTracesMs,
  })
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
    relays: sharedRelays(),
    tokenInvalidations: tokenInvalidations(),
    transport: inProcessTransport(mounts, () => url),
    identityUri: `${url}/identity`,
    openDatabase: async <Tables>(name: string, migrations: MigrationSet) =>
      (await databases.get(name, async () =>
        openDatabase(await options.databaseUrl(name, migrations), migrations),
      )) as Kysely<Tables>,
    // One process has no need of a broker a cell: hosts are told apart by name.
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
  // What was made up must last before anyone can have used it.
  await secrets.save()
  // Goes on while the roles are loaded: accounts wait for their passwords, which other threads hash.
  const bootstrapped = inTurn(services, (service) => service.bootstrap?.(host, bootstrap))
  // Should it fail, the wait for it below says so.
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
    // Identity knows nobody before the accounts are made.
    if (role.service.bootstrap) bootstrapped.then(open, () => {})
    else open()
    // Those who ask are answered between one role and the next.
    await turnOfLoop()
  }
  await bootstrapped
  await options.answering?.({ url, region })
  await options.driversReady
  for (const role of running) await role.begin()
  undo.keep()
  return {
    ...{ url, region, traces: spans, bus },
    ...lifeOf({ listener, door, services: running, bus, databases, spans, endWatch }),
  }
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

/** The one process of a state directory: what it left unfinished, it takes up again at its next start. */
const instance = 'cloud'

const startOf = (
  service: string,
  { drivers, secrets, settings }: CloudOptions,
  host: ServiceHost,
): RoleStart<CloudDrivers> => ({
  read: readerOf(settings, service),
  drivers: {
    hypervisor: async () => drivers.hypervisors,
    network: async () => drivers.network,
    volume: async () => [drivers.volumes, ...(drivers.moreVolumes ?? [])],
    backup: async () => {
      const { DEFAULT } = settings(service, [...commonOptions, backupOptions])
      return (await chosenBackups(DEFAULT, accountOf(host, service))) ?? drivers.backups
    },
    store: async () => {
      const read = readerOf(settings, service)
      const stores = await enabledStores({ read, account: accountOf(host, service) })
      return { ...drivers.images, ...(stores && { stores }), ...(await imageCache({ read })) }
    },
    objects: () => storagePolicies(readerOf(settings, service), async () => drivers.objects),
  },
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
    endWatch()
    for (const service of services) service.leave?.()
    await Promise.all([listener.close(closeGraceMs), door?.close(closeGraceMs)])
    for (const service of services.toReversed()) await service.stop()
    await bus.close()
    await databases.close()
    await spans.close()
  },
})
