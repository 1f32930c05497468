import type { Loose } from '@nimbo/testing/loose'
import type { Bus } from '@nimbo/bus/bus'
import { memoryBus } from '@nimbo/bus/memory'
import type { ValidateToken } from '@nimbo/http/filters/authtoken'
import { bytesOf, type Handler, type HttpResponse, streamOf } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { OutgoingRequest } from '@nimbo/http/transport'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { defaultNeutronConfig, type NeutronConfig } from '@nimbo/network/config'
import type { HostNetwork, NetworkAgentDriver } from '@nimbo/network/driver/network-agent-driver'
import type { RunsRouters } from '@nimbo/network/driver/runs-routers'
import { startNeutronAgents } from '@nimbo/network/roles/neutron-agents'
import { startNeutronL3Agent } from '@nimbo/network/roles/neutron-l3-agent'
import { startNeutronServer } from '@nimbo/network/roles/neutron-server'
import { failureDetector } from '@nimbo/service/failure-detector'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tokenInvalidations } from '@nimbo/service/token-invalidations'
import { testDatabases } from '@nimbo/testing/test-databases'

/** A body as a test reads it. */
export type Body = Loose

export interface Reply {
  readonly status: number
  readonly body: Body
}

export interface Client {
  get(path: string): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
  put(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
  delete(path: string, headers?: Readonly<Record<string, string>>): Promise<Reply>
}

export interface SentEvent {
  readonly name: string
  readonly server_uuid: string
  readonly tag: string
  readonly status: string
}

export interface TestNetwork extends AsyncDisposable {
  /** A client of a user with these roles in that project. */
  as(projectId: string, ...roles: string[]): Client
  readonly admin: Client
  readonly member: Client
  readonly nova: Client
  /** The message bus of the service. */
  readonly bus: Bus
  /** The events that compute has accepted so far. */
  readonly events: readonly SentEvent[]
  /** The HTTP statuses of compute's next replies; afterwards it accepts every event again. */
  computeAnswers(...statuses: number[]): void
  /** Moves the clock forward; running timers are not affected. */
  pass(ms: number): void
  /** Tells the service that the broker or the database was unreachable until just now. */
  interrupted(): void
  /** Loses the messages that servers cast to hosts during `work`, as if the servers were killed. */
  losingSignals(work: () => Promise<unknown>): Promise<void>
  /** Starts another server on the same database. */
  addServer(): Promise<void>
  /** A member's client of each server. */
  readonly doors: readonly Client[]
  settled(): Promise<void>
}

/** A host on which everything works at once. */
export const willingHost = (): HostNetwork => {
  const networks = new Set<string>()
  const ports = new Set<string>()
  const dhcp = new Set<string>()
  return {
    wires: {
      ensureNetwork: async ({ id }) => void networks.add(id.slice(0, 11)),
      networks: async () => [...networks],
      removeNetwork: async (id) => void networks.delete(id),
    },
    ports: {
      wirePorts: async (wanted) => {
        for (const { id } of wanted) ports.add(id.slice(0, 11))
        return new Set(wanted.map(({ id }) => id))
      },
      letIn: async () => {},
      unwirePort: async (id) => void ports.delete(id),
      ports: async () => [...ports],
      watchDevices: () => async () => {},
    },
    dhcp: {
      ensureDhcp: async ({ network }) => void dhcp.add(network.id),
      removeDhcp: async (id) => void dhcp.delete(id),
      served: async () => [...dhcp],
      openMetadata: async () => [],
    },
    close: async () => {},
  }
}

/** A host on which every router runs at once. */
const willingRouters = (): RunsRouters => {
  const routers = new Set<string>()
  return {
    ensureRouter: async ({ id }) => void routers.add(id),
    removeRouter: async (id) => void routers.delete(id),
    routers: async () => [...routers],
    openMetadata: async () => [],
    isActive: async () => false,
    watchElections: () => () => {},
    close: async () => {},
  }
}

export const willingDriver = (open: (host: string) => HostNetwork = willingHost): NetworkAgentDriver => ({
  agentType: 'Test agent',
  binary: 'neutron-test-agent',
  vifType: 'bridge',
  configurations: { mappings: {} },
  open: async (host) => open(host),
  openRouters: async () => willingRouters(),
})

const send = async (handler: Handler, token: string, request: Partial<OutgoingRequest>): Promise<Reply> => {
  const url = new URL(request.path ?? '/', 'http://cloud')
  const response = await handler({
    method: request.method ?? 'GET',
    path: url.pathname,
    mount: '/networking',
    origin: 'http://cloud',
    query: url.searchParams,
    headers: { 'x-auth-token': token, ...request.headers },
    body: streamOf(request.body),
    remoteAddress: '127.0.0.1',
    state: { requestId: '' },
  })
  const text = (await bytesOf(response.body)).toString()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const clientOf = (handler: Handler, token: string): Client => ({
  get: (path) => send(handler, token, { method: 'GET', path }),
  post: (path, body) => send(handler, token, { method: 'POST', path, body: JSON.stringify(body) }),
  put: (path, body, headers = {}) =>
    send(handler, token, { method: 'PUT', path, headers, body: JSON.stringify(body) }),
  delete: (path, headers = {}) => send(handler, token, { method: 'DELETE', path, headers }),
})

/** Tokens say who they are: `project:role,role`. */
const validateToken: ValidateToken = async (_ctx, token) => {
  const [projectId = '', roles = ''] = token.split(':')
  const who = { userId: `user-of-${projectId}`, projectId, roles: roles.split(',') }
  return projectId === '' ? undefined : { ...who, expiresAt: Number.MAX_SAFE_INTEGER }
}

/** A bus that drops casts (messages without an answer) while `losing()`. */
const lossyBus = (bus: Bus, losing: () => boolean): Bus => ({
  call: (target, message, options) => bus.call(target, message, options),
  cast: async (target, message) => (losing() ? undefined : bus.cast(target, message)),
  fanout: (target, message) => bus.fanout(target, message),
  listen: (target, handler, options) => bus.listen(target, handler, options),
  notify: (target, message) => bus.notify(target, message),
  subscribe: (source, handler, options) => bus.subscribe(source, handler, options),
  close: () => bus.close(),
  idle: () => bus.idle(),
})

interface TestNetworkOptions {
  readonly hosts?: readonly string[]
  /** How many servers share the database. */
  readonly servers?: number
  readonly driver?: NetworkAgentDriver
  /** Whether an agent runs routers: on the first host, or on each. */
  readonly routed?: true | 'everywhere'
  readonly config?: (defaults: NeutronConfig) => NeutronConfig
  /** A fake placement (default: none). */
  readonly placement?: (request: OutgoingRequest) => Promise<HttpResponse>
  /** Requests of a member once the API answers, before the server resumes unfinished work. */
  readonly early?: (member: ReturnType<typeof clientOf>) => Promise<void>
}

/** The network service alone, in memory; a token is `project:role,role`. */
export const startTestNetwork = async (options: TestNetworkOptions = {}): Promise<TestNetwork> => {
  const {
    hosts = ['host-1'],
    servers: count = 1,
    driver = willingDriver(),
    config = (defaults) => defaults,
  } = options
  const events: SentEvent[] = []
  const answers: number[] = []
  let passed = 0
  let losing = false
  const bus = lossyBus(memoryBus(), () => losing)
  const clock = { ...systemClock, now: () => systemClock.now() + passed }
  const { silentBefore, interrupted } = failureDetector(clock)
  const databases = testDatabases()
  const host: ServiceHost = {
    clock,
    silentBefore,
    tokenInvalidations: tokenInvalidations(),
    log: silentLog,
    logThreshold: { level: 'info' },
    bus,
    transport: {
      send: async (serviceType, request) => {
        if (serviceType === 'identity')
          return json(201, { token: { expires_at: '2100-01-01T00:00:00Z' } }, { 'x-subject-token': 'own' })
        if (serviceType === 'placement' && options.placement) return options.placement(request)
        // The fake compute takes only events.
        if (!request.path.endsWith('/os-server-external-events')) return json(404, {})
        const status = answers.shift() ?? 200
        if (status === 200) events.push(...(JSON.parse(String(request.body)).events as SentEvent[]))
        return json(status, {})
      },
    },
    spans: { record: () => {} },
    traces: { spansOf: () => [] } as unknown as ServiceHost['traces'],
    openDatabase: databases.openDatabase,
    openBus: async () => bus,
    directory: async () => '/nonexistent',
    credentials: (username) => ({
      username,
      password: 'secret',
      projectName: 'service',
      domainName: 'Default',
    }),
    identityUri: 'http://cloud/identity',
    override: () => undefined,
  }
  const chosen = config(defaultNeutronConfig())
  const servers: RunningService[] = []
  for (let number = 0; number < count; number += 1)
    servers.push(await startNeutronServer(host, { config: chosen, validateToken }))
  const addServer = async (): Promise<void> => {
    const server = await startNeutronServer(host, { config: chosen, validateToken })
    servers.push(server)
    await server.begin()
  }
  const agents = await startNeutronAgents(host, {
    config: chosen,
    drivers: { network: async () => driver },
    hosts,
  })
  const routed = options.routed === 'everywhere' ? hosts : hosts.slice(0, options.routed ? 1 : 0)
  const l3Agents: RunningService[] = []
  for (const each of routed) {
    const drivers = { network: async () => driver }
    l3Agents.push(await startNeutronL3Agent(host, { config: chosen, drivers, hosts: [each] }))
  }
  for (const { api } of servers.slice(0, 1))
    if (api) await options.early?.(clientOf(api, 'alpha:member,reader'))
  for (const server of servers) await server.begin()
  await agents.begin()
  for (const l3Agent of l3Agents) await l3Agent.begin()
  const doors = servers.flatMap(({ api }) => api ?? [])
  const [first] = doors
  if (!first) throw new Error('the network service has no API')
  const member = ['alpha', 'member', 'reader'] as const
  const through = (handler: Handler, projectId: string, ...roles: string[]) =>
    clientOf(handler, `${projectId}:${roles.join(',')}`)
  const as = (projectId: string, ...roles: string[]) => through(first, projectId, ...roles)
  return {
    as,
    admin: as('admin-project', 'admin', 'member', 'reader'),
    member: as(...member),
    doors: doors.map((door) => through(door, ...member)),
    nova: as('service', 'service', 'member', 'reader'),
    bus,
    events,
    computeAnswers: (...statuses) => void answers.push(...statuses),
    interrupted,
    addServer,
    losingSignals: async (work) => {
      losing = true
      await work()
      for (const server of servers) await server.settled()
      losing = false
    },
    pass: (ms) => {
      passed += ms
    },
    settled: async () => {
      // Work of an agent may send messages that cause more work, so wait twice.
      for (let look = 0; look < 2; look += 1) {
        for (const server of servers) await server.settled()
        await agents.settled()
        for (const l3Agent of l3Agents) await l3Agent.settled()
      }
      for (const server of servers) await server.settled()
    },
    [Symbol.asyncDispose]: async () => {
      for (const l3Agent of l3Agents) await l3Agent.stop()
      await agents.stop()
      for (const server of servers) await server.stop()
      await host.bus.close()
      await databases.close()
    },
  }
}
