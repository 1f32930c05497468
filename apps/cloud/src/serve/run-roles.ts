import cluster from 'node:cluster'
import type { Config } from '@nimbo/config/option-group'
import { type Listener, type ListenOptions, listen } from '@nimbo/http/listener'
import type { Handler } from '@nimbo/http/message'
import { refuseUpgrade, type Upgrade } from '@nimbo/http/upgrade'
import { notBegun } from '@nimbo/http/not-begun'
import { json } from '@nimbo/http/reply'
import { backgroundPace } from '@nimbo/kernel/background-pace'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { reverter } from '@nimbo/kernel/reverter'
import { sharedRelays } from '@nimbo/notifications/shared-relays'
import { commonOptions } from '@nimbo/service/common-options'
import { gracePeriodMs } from '@nimbo/service/grace-period'
import { readServerTls } from '@nimbo/service/read-tls'
import { roleLog } from '@nimbo/service/role-log'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { type TraceTables, traceMigrations } from '@nimbo/trace/trace-tables'
import type { CloudRole } from '../cloud-role.ts'
import type { CloudService } from '../services.ts'
import { readerOf, type Settings } from '../settings.ts'
import { healthcheck } from './healthcheck.ts'
import { metricsPage } from './metrics-page.ts'
import { processInvalidations } from './process-invalidations.ts'
import { type ProcessMeasures, processMeasures } from './process-measures.ts'
import { type ProcessPages, withPages } from './process-pages.ts'
import { type ProcessResources, processResources } from './process-resources.ts'
import { type ProcessSpans, processSpans } from './process-spans.ts'
import { accountOf } from '../account-of.ts'
import { serveDrivers } from './serve-drivers.ts'
import { type HostDeps, hostNameOf, serveHost } from './serve-host.ts'
import { workerVariable } from './supervise.ts'
import { pageOfAll } from './worker-pages.ts'

export interface ProcessDeps {
  /** All services of the cloud. */
  readonly services: readonly CloudService[]
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
}

/** Roles that run in this process. */
export interface RunningRoles {
  /** Accepts no more work, finishes running work within the grace period, and closes everything. */
  stop(): Promise<void>
}

/**
 * How long a message waits for an unavailable broker in a process that has only APIs, in milliseconds: its client gets an error
 * soon. Requests that were accepted do not need the broker.
 */
const askedForMs = 3_000

const metricsPath = '/metrics'

const starting: Handler = async () =>
  json(
    503,
    { error: { code: 503, title: 'Service Unavailable', message: 'The service is starting.' } },
    notBegun,
  )

/** Starts roles in this process, each API on its own port. Stops what was started when a later part fails. */
export const runRoles = async (roles: readonly CloudRole[], deps: ProcessDeps): Promise<RunningRoles> => {
  const { settings, log } = deps
  const [first] = roles
  if (first === undefined) throw new RangeError('a process runs at least one role')
  const { DEFAULT } = settings(first.service.name, commonOptions)
  await using undo = reverter()

  let ready = false
  let spans: ProcessSpans | undefined
  const services: RunningService[] = []
  const measures: ProcessMeasures = processMeasures({
    roles: roles.map(({ name }) => name),
    labels: labelsOf(process.env[workerVariable]),
    censuses: () => services.flatMap((service) => service.census?.bind(service) ?? []),
    guests: () => services.flatMap((service) => service.guests?.() ?? []),
    pools: () => resources.pools,
    queues: () => resources.queues,
  })
  const hasDoors = roles.some(({ kind }) => kind === 'api')
  const invalidations = processInvalidations(hasDoors, log)
  const resources: ProcessResources = processResources({
    ...deps,
    measures,
    ...(roles.every(({ kind }) => kind === 'api') ? { sendWithinMs: askedForMs } : {}),
    brokerOpened: async (bus) => spans?.collectFrom(bus),
    interrupted: invalidations.forgetAll,
  })
  undo.add(() => resources.close())
  const pages = pagesOf(settings(first.service.name, commonOptions), {
    resources,
    measures,
    ready: () => ready,
  })
  const apis = new Map<string, Handler>()
  const upgrades = new Map<string, Upgrade>()
  const open = () => openDoors(roles, deps, pages, { apis, upgrades })
  // The port is opened early, so that one in use is found before anything starts; in a worker, whose port is shared, it is opened
  // only when the worker can serve, and the others serve until then.
  const early = cluster.isWorker ? undefined : await open()
  undo.add(() => early?.close(0))

  spans = await spansOf(first.service, deps, resources)
  undo.add(() => spans?.close())
  const pace = hasDoors ? backgroundPace({ clock: deps.clock }) : undefined
  const start = roleStarter(deps, { resources, spans, invalidations, pace, relays: sharedRelays() })
  for (const role of roles) {
    const service = await start(role)
    undo.add(() => service.stop())
    services.push(service)
    if (service.upgrade) upgrades.set(role.name, service.upgrade)
    if (service.api) apis.set(role.name, measures.requests(role.name)(service.api))
  }
  for (const service of services) await service.begin()
  resources.started()
  ready = true
  const doors = early ?? (await open())
  log.info({ roles: roles.map(({ name }) => name), ports: doors.ports }, 'ready')
  undo.keep()

  return {
    stop: async () => {
      // The parts end in reverse order: the last one added ends first. If one fails to end, the others still do.
      await using ending = reverter()
      ending.add(() => resources.close())
      ending.add(() => spans.close())
      for (const service of services) ending.add(() => service.stop())
      ready = false
      for (const service of services) service.leave?.()
      await doors.close(gracePeriodMs(DEFAULT))
    },
  }
}

/** Labels that distinguish the processes under a supervisor. */
const labelsOf = (worker: string | undefined): Readonly<Record<string, string>> =>
  worker === undefined ? {} : { worker }

interface Told {
  readonly resources: ProcessResources
  readonly measures: ProcessMeasures
  readonly ready: () => boolean
}

const pagesOf = (
  { healthcheck: health, metrics }: Config<(typeof commonOptions)[number]>,
  { resources, measures, ready }: Told,
): ProcessPages => {
  const { page, contentType } = measures
  const healthy = healthcheck({ ...resources, ready, detailed: health.detailed })
  return new Map([
    ['/healthcheck', healthy],
    ...(metrics.enabled ? [[metricsPath, metricsPage({ page: pageOfAll(page), contentType })] as const] : []),
  ])
}

interface Doors {
  readonly ports: readonly number[]
  close(graceMs: number): Promise<void>
}

interface Answering {
  readonly apis: ReadonlyMap<string, Handler>
  /** The handlers of HTTP upgrades, by role name. */
  readonly upgrades: ReadonlyMap<string, Upgrade>
}

const noUpgrade: Upgrade = (_request, socket) => refuseUpgrade(socket, 404, 'Not Found')

/** Opens a socket for each API; a role that is not in `apis` yet answers 503. */
const openDoors = async (
  roles: readonly CloudRole[],
  { settings, log }: ProcessDeps,
  pages: ProcessPages,
  { apis, upgrades }: Answering,
): Promise<Doors> => {
  await using undo = reverter()
  const listeners: Listener[] = []
  const open = async (
    { host, port, upgrade = noUpgrade, tls }: Pick<ListenOptions, 'host' | 'port' | 'upgrade' | 'tls'>,
    shown: ProcessPages,
    handler: Handler,
  ): Promise<void> => {
    const listener = await listen(withPages(shown, handler), {
      upgrade,
      host,
      port,
      log,
      ...(tls && { tls }),
      sharesPort: cluster.isWorker,
    })
    undo.add(() => listener.close(0))
    listeners.push(listener)
  }
  let toldToOperators = false
  for (const { name, service, binding, facesGuests } of roles) {
    const bound = binding(readerOf(settings, service.name))
    if (bound === undefined) continue
    const shown = facesGuests ? withoutMetrics(pages) : pages
    const upgrade: Upgrade = (...asked) => (upgrades.get(name) ?? noUpgrade)(...asked)
    const tls = bound.tls && readServerTls(`${service.name}.conf`, bound.tls)
    await open({ ...bound, upgrade, ...(tls && { tls }) }, shown, (request) =>
      (apis.get(name) ?? starting)(request),
    )
    toldToOperators ||= !facesGuests
  }
  const [first] = roles
  const health = first && settings(first.service.name, commonOptions).healthcheck
  if (!toldToOperators && health?.bind_port !== undefined)
    await open({ host: health.bind_host, port: health.bind_port }, pages, async () => json(404, {}))
  undo.keep()
  return {
    ports: listeners.map(({ port }) => port),
    close: async (graceMs) => {
      await Promise.all(listeners.map((listener) => listener.close(graceMs)))
    },
  }
}

const withoutMetrics = (pages: ProcessPages): ProcessPages =>
  new Map([...pages].filter(([path]) => path !== metricsPath))

const spansOf = async (
  service: CloudService,
  { settings, clock, log }: ProcessDeps,
  resources: ProcessResources,
): Promise<ProcessSpans> => {
  const { trace } = settings(service.name, commonOptions)
  return processSpans({
    clock,
    log,
    host: hostNameOf(readerOf(settings, service.name)),
    otlpEndpoint: trace.otlp_endpoint,
    database:
      trace.connection === undefined
        ? undefined
        : await resources.database<TraceTables>(service, trace.connection, traceMigrations),
  })
}

/** Returns a function that starts a role; roles of one service share a `ServiceHost`. */
const roleStarter = (
  deps: ProcessDeps,
  shared: Pick<HostDeps, 'resources' | 'spans' | 'invalidations' | 'relays' | 'pace'>,
) => {
  const hosts = new Map<CloudService, Promise<ServiceHost>>()
  return async (role: CloudRole): Promise<RunningService> => {
    const { service } = role
    const known = hosts.get(service) ?? serveHost(service, { ...deps, ...shared })
    hosts.set(service, known)
    const host = await known
    const read = readerOf(deps.settings, service.name)
    const name = hostNameOf(read)
    const account = accountOf(host, service.name)
    const drivers = serveDrivers({ ...deps, read, account, host: name })
    const own = roleLog(host, { role: role.name })
    return role.start({ ...host, ...own }, { read, drivers, hosts: [name] })
  }
}
