import { type Listener, listen } from '@nimbo/http/listener'
import type { Handler } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { reverter } from '@nimbo/kernel/reverter'
import type { RunningService } from '@nimbo/service/service-host'
import { type TraceTables, traceMigrations } from '@nimbo/trace/span-store'
import type { Role, RoleGround, ServiceName } from '../roles/role.ts'
import type { Settings } from '../settings.ts'
import { healthcheck } from './healthcheck.ts'
import { commonOptions } from './options/common-options.ts'
import { type ProcessPages, withPages } from './process-pages.ts'
import { type ProcessResources, processResources } from './process-resources.ts'
import { type ProcessSpans, processSpans } from './process-spans.ts'
import { serveDrivers } from './serve-drivers.ts'
import { hostNameOf, serveHost } from './serve-host.ts'

export interface ProcessGround {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
}

/** Roles that run in this process. */
export interface RunningRoles {
  /** Takes no more work, ends what is under way within the time it has, and lets go of everything. */
  stop(): Promise<void>
}

const starting: Handler = async () =>
  json(
    503,
    { error: { code: 503, title: 'Service Unavailable', message: 'The service is starting.' } },
    { 'retry-after': '1' },
  )

/** Starts roles in this process, each API on its own port. What was started is stopped again if a later part fails. */
export const runRoles = async (roles: readonly Role[], ground: ProcessGround): Promise<RunningRoles> => {
  const { settings, log } = ground
  const [first] = roles
  if (first === undefined) throw new RangeError('a process runs at least one role')
  const { DEFAULT, healthcheck: health } = settings(first.service, commonOptions)
  await using undo = reverter()

  let ready = false
  let spans: ProcessSpans | undefined
  const resources = processResources({
    ...ground,
    brokerOpened: async (bus) => spans?.collectFrom(bus),
  })
  undo.add(() => resources.close())
  const page = healthcheck({ ...resources, ready: () => ready, detailed: health.detailed })
  const pages: ProcessPages = new Map([['/healthcheck', page]])
  const doors = await openDoors(roles, ground, pages)
  undo.add(() => doors.close(0))

  spans = await spansOf(first.service, ground, resources)
  undo.add(() => spans?.close())
  const services: RunningService[] = []
  const start = roleStarter(ground, resources, spans)
  for (const role of roles) {
    const service = await start(role)
    undo.add(() => service.stop())
    services.push(service)
    for (const api of service.apis) doors.serve(role, api.handler)
  }
  for (const service of services) await service.begin()
  resources.started()
  ready = true
  log.info({ roles: roles.map(({ name }) => name), ports: doors.ports }, 'ready')
  undo.keep()

  return {
    stop: async () => {
      ready = false
      await doors.close(DEFAULT.graceful_shutdown_timeout * 1000)
      for (const service of services.toReversed()) await service.stop()
      await spans.close()
      await resources.close()
    },
  }
}

interface Doors {
  readonly ports: readonly number[]
  /** From now on the port of the role leads to its API. */
  serve(role: Role, handler: Handler): void
  close(graceMs: number): Promise<void>
}

/** The sockets come first: a port in use must be found out before anything is begun. */
const openDoors = async (
  roles: readonly Role[],
  { settings, log }: ProcessGround,
  pages: ProcessPages,
): Promise<Doors> => {
  await using undo = reverter()
  const apis = new Map<string, Handler>()
  const listeners: Listener[] = []
  const open = async (host: string, port: number, handler: Handler): Promise<void> => {
    const listener = await listen(withPages(pages, handler), { host, port, log })
    undo.add(() => listener.close(0))
    listeners.push(listener)
  }
  for (const role of roles) {
    const binding = role.binding?.(settings)
    if (binding)
      await open(binding.host, binding.port, (request) => (apis.get(role.name) ?? starting)(request))
  }
  const [first] = roles
  const health = first && settings(first.service, commonOptions).healthcheck
  if (listeners.length === 0 && health?.bind_port !== undefined)
    await open(health.bind_host, health.bind_port, async () => json(404, {}))
  undo.keep()
  return {
    ports: listeners.map(({ port }) => port),
    serve: (role, handler) => void apis.set(role.name, handler),
    close: async (graceMs) => {
      await Promise.all(listeners.map((listener) => listener.close(graceMs)))
    },
  }
}

const spansOf = async (
  service: ServiceName,
  { settings, clock, log }: ProcessGround,
  resources: ProcessResources,
): Promise<ProcessSpans> => {
  const { trace } = settings(service, commonOptions)
  return processSpans({
    clock,
    log,
    host: hostNameOf(service, settings),
    otlpEndpoint: trace.otlp_endpoint,
    database:
      trace.connection === undefined
        ? undefined
        : await resources.database<TraceTables>(service, trace.connection, traceMigrations),
  })
}

/** Starts a role on the host of its service; roles of one service share that. */
const roleStarter = (ground: ProcessGround, resources: ProcessResources, spans: ProcessSpans) => {
  const hosts = new Map<ServiceName, ReturnType<typeof serveHost>>()
  return async (role: Role): Promise<RunningService> => {
    const { service } = role
    const known = hosts.get(service) ?? serveHost(service, { ...ground, resources, spans })
    hosts.set(service, known)
    const host = await known
    const name = hostNameOf(service, ground.settings)
    const roleGround: RoleGround = {
      settings: ground.settings,
      drivers: serveDrivers({ ...ground, host: name }),
      hosts: [name],
    }
    return role.start({ ...host, log: host.log.child({ role: role.name }) }, roleGround)
  }
}
