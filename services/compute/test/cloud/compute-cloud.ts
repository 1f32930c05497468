import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bus } from '@nimbo/bus/bus'
import { memoryBus } from '@nimbo/bus/memory'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import { inTransaction } from '@nimbo/db/in-transaction'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { pause, withDeadline } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import { type FlowId, newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { silentNotifier } from '@nimbo/notifications/notifier'
import { cappedBus, versionCaps } from '@nimbo/rpc/version-caps'
import { failureDetector } from '@nimbo/service/failure-detector'
import type { ServiceHost } from '@nimbo/service/service-host'
import { testDatabases } from '@nimbo/testing/test-databases'
import type { Span } from '@nimbo/trace/span'
import { projectLimits } from '../../src/app/quotas/project-limits.ts'
import { deleteServer } from '../../src/app/servers/delete-server.ts'
import { findServer } from '../../src/app/servers/find-server.ts'
import { rpcConductorPort } from '../../src/conductor/rpc-conductor-port.ts'
import { defaultNovaConfig, type NovaConfig } from '../../src/config.ts'
import { databasesWithOutages } from '../../src/db/cells/databases-with-outages.testing.ts'
import { type CellAddresses, defaultCells } from '../../src/db/cells/ensure-cells.ts'
import { instanceMappings } from '../../src/db/cells/instance-mappings.ts'
import { openTestCells } from '../../src/db/cells/open-cells.testing.ts'
import { serverGroups } from '../../src/db/server-groups.ts'
import { buildRequests } from '../../src/db/servers/build-requests.ts'
import { instances } from '../../src/db/servers/instances.ts'
import { requestSpecs } from '../../src/db/servers/request-specs.ts'
import { silentNotices } from '../../src/db/servers/silent-notices.testing.ts'
import { bootServerFlow, operateServerFlow } from '../../src/domain/flow-kinds.ts'
import type { BuildRequest, EmbeddedFlavor, RequestSpec } from '../../src/domain/servers/request-spec.ts'
import type { Hypervisor } from '../../src/driver/hypervisor.ts'
import { computeEnforcer } from '../../src/policies.ts'
import type { ImageCache } from '../../src/agent/images/image-cache.ts'
import { openImageCache } from '../../src/agent/images/open-image-cache.ts'
import type { ServiceClients } from '../../src/roles/open-clients.ts'
import { type RunningAgent, runAgent } from '../../src/roles/run-agent.ts'
import { type RunningConductor, runConductor } from '../../src/roles/run-conductor.ts'
import { runScheduler } from '../../src/roles/run-scheduler.ts'
import { unreachedProxies } from '../unreached-proxies.ts'
import { fakeServices, imageHash } from './fake-services.ts'
import { fakeSurveys } from './fake-surveys.ts'
import { noUnifiedLimits } from './no-unified-limits.ts'
import { type Before, overheard, overheardBus } from './overheard.ts'

export const tinyFlavor: EmbeddedFlavor = {
  id: '1',
  name: 'm1.tiny',
  vcpus: 1,
  memoryMb: 512,
  rootGb: 1,
  ephemeralGb: 0,
  swapMb: 0,
  description: null,
  extraSpecs: {},
}

const settleWithinMs = 20_000
const home = defaultCells[1]?.id ?? ''

/** The configuration of an embedded cloud, which maps hosts as they report, unless the shape says otherwise. */
const testConfig = (shape: CloudShape): NovaConfig => {
  const { reportInterval, usageAudit, options, compute, metrics, mapsNewHosts = true } = shape
  const config = defaultNovaConfig()
  const report_interval = reportInterval ?? config.DEFAULT.report_interval
  return {
    ...config,
    DEFAULT: {
      ...{ ...config.DEFAULT, report_interval },
      ...(usageAudit === undefined ? {} : { instance_usage_audit: usageAudit }),
      ...options,
    },
    compute: { ...config.compute, ...compute },
    metrics: Object.assign({}, config.metrics, metrics),
    scheduler: { ...config.scheduler, discover_hosts_in_cells_interval: mapsNewHosts ? 0 : -1 },
  }
}

type Hypervisors = readonly { readonly host: string; readonly driver: Hypervisor }[]

/** Differences from the default cloud, which has cell1 on the bus of the API and one conductor. */
export interface CloudShape {
  /** cell0 first; each cell but the default ones has a broker of its own. */
  readonly cells?: readonly CellAddresses[]
  /** Name of the cell a host is in. */
  readonly cellOf?: (host: string) => string
  /** Whether hosts are mapped to their cell as they first report (default), or by the test. */
  readonly mapsNewHosts?: boolean
  /** Instead of the system clock. */
  readonly clock?: Clock
  readonly conductors?: number
  readonly cellTimeout?: number
  /** Seconds between reports of a host. */
  readonly reportInterval?: number
  /** `[DEFAULT] instance_usage_audit` instead of its default. */
  readonly usageAudit?: boolean
  /** Options of `[DEFAULT]` instead of their defaults. */
  readonly options?: Partial<NovaConfig['DEFAULT']>
  /** The newest versions of RPC interfaces that hosts may use, by topic, as during an upgrade. */
  readonly knownToHosts?: Readonly<Record<string, string>>
  /** Options of `[compute]` instead of their defaults. */
  readonly compute?: Partial<NovaConfig['compute']>
  /** Options of `[metrics]` instead of their defaults. */
  readonly metrics?: Readonly<Record<string, unknown>>
}

/** Brokers by address: that of the API is cell1's too. */
const openBuses = (before: Before) => {
  const quietBus = memoryBus()
  const bus = overheardBus(quietBus, before)
  const own = new Map<string, Bus>()
  const openBus = async (transport: string): Promise<Bus> => {
    if (defaultCells.some((cell) => cell.transport === transport)) return bus
    const opened = own.get(transport) ?? memoryBus()
    own.set(transport, opened)
    return opened
  }
  return { quietBus, bus, openBus, buses: () => [bus, ...own.values()] }
}

/** Databases in memory, a bus, and doubles of the services that compute calls. */
const openSetup = async (before: Before, shape: CloudShape) => {
  const { cells: addresses = defaultCells, cellTimeout = 10, clock = systemClock } = shape
  const recorded: Span[] = []
  const brokers = openBuses(before)
  const outages = new Set<string>()
  const services = fakeServices()
  const clients: ServiceClients = {
    keys: services.clients.keys,
    image: overheard('image', services.clients.image, before),
    imageMaker: overheard('image', services.clients.imageMaker, before),
    network: overheard('network', services.clients.network, before),
    bindings: overheard('network', services.clients.bindings, before),
    volume: overheard('volume', services.clients.volume, before),
    volumeSources: overheard('volume', services.clients.volumeSources, before),
    placement: overheard('placement', services.clients.placement, before),
    providers: services.clients.providers,
  }
  const memory = testDatabases()
  const ctx: Context = { ...internalContext(), projectId: 'project-1', userId: 'user-1' }
  return {
    ctx,
    state: await mkdtemp(join(tmpdir(), 'nimbo-compute-')),
    ...brokers,
    outages,
    clock,
    log: silentLog,
    recorded,
    spans: { record: (span: Span) => void recorded.push(span) },
    services,
    clients,
    config: testConfig(shape),
    memory,
    ...(await openTestCells(
      {
        ...{ clock, cellTimeout, openBus: brokers.openBus },
        openDatabase: databasesWithOutages(memory.openDatabase, outages),
      },
      addresses,
    )),
  }
}

type Setup = Awaited<ReturnType<typeof openSetup>>

/** The agents of the hypervisors; each start makes new ones, which know only what is stored on their hosts. */
const hostsOn = (
  { state, clients, config, cells, everyCell, clock, log, spans }: Setup,
  hypervisors: Hypervisors,
  { cellOf = () => 'cell1', knownToHosts = {} }: CloudShape,
) => {
  const agentOf = async (
    { host, driver: hypervisor }: Hypervisors[number],
    images: ImageCache,
  ): Promise<RunningAgent> => {
    const bus = await cells.bus(everyCell.find(({ name }) => name === cellOf(host))?.id ?? home)
    return runAgent({
      ...{ host, hypervisor, clients, config, clock, log, spans },
      bus: cappedBus(bus, versionCaps(knownToHosts)),
      ...{ directory: join(state, 'instances'), images },
    })
  }
  let agents: readonly RunningAgent[] = []
  return {
    start: async (): Promise<void> => {
      const images = openImageCache(join(state, 'images'), { clients, config, log })
      agents = await Promise.all(hypervisors.map((hypervisor) => agentOf(hypervisor, images)))
      for (const agent of agents) await agent.start()
    },
    stop: async (): Promise<void> => {
      for (const agent of agents) await agent.stop()
    },
  }
}

/** Parts of a server to boot that differ from the sample. */
interface BootParts {
  readonly serverId?: ServerId
  readonly flavor?: Partial<EmbeddedFlavor>
  readonly spec?: Partial<RequestSpec>
  readonly build?: Partial<BuildRequest>
}

/** Accepts a server as the API does, and returns the flow that boots it. */
const acceptServer = (
  { ctx, databases, clock }: Setup,
  serverId: ServerId,
  parts: BootParts,
): Promise<FlowId> => {
  const spec: RequestSpec = {
    serverId,
    projectId: 'project-1',
    userId: 'user-1',
    userName: 'ada',
    projectName: 'engines',
    flavor: { ...tinyFlavor, ...parts.flavor },
    image: sampleImage,
    schedulerHints: {},
    networks: 'auto',
    securityGroups: ['default'],
    ...parts.spec,
  }
  const build = { ...sampleBuild(serverId), ...parts.build }
  return inTransaction(databases.api, async (trx) => {
    await requestSpecs(trx, clock).insert(spec)
    await buildRequests(trx, clock).insert(spec, build)
    await instanceMappings(trx, clock).insert(serverId, 'project-1', 'user-1')
    if (spec.group) await serverGroups(trx, clock).addMember(spec.group.id, serverId)
    return insertFlow(trx, bootServerFlow, { subject: serverId, input: { serverId }, ctx, clock })
  })
}

/** Reads and deletes a server. */
const lookAndRemove = ({ ctx, databases, everyCell, clock, log, quietBus, services }: Setup) => ({
  /** The server in whichever cell has it, deleted or not. */
  server: async (serverId: ServerId) => {
    for (const { name, db } of everyCell) {
      const server = await instances(db, clock).find(serverId, { deleted: true })
      if (server !== undefined) return { ...server, cell: name }
    }
    return undefined
  },

  /** Deletes a server as the API does; `afterLooking` runs after the server was read and before it is deleted. */
  remove: async (serverId: ServerId, afterLooking = async () => {}): Promise<void> => {
    const enforcer = computeEnforcer(undefined)
    const located = await findServer({ databases, clock, enforcer })(ctx, serverId)
    await afterLooking()
    return deleteServer({
      databases,
      clock,
      log,
      config: defaultNovaConfig(),
      notices: silentNotices,
      conductor: rpcConductorPort(quietBus),
      enforcer,
      clients: {
        ...services.clients,
        proxied: unreachedProxies,
        projects: { projectExists: async () => true },
        service: services.clients,
      },
    })(ctx, located)
  },
})

/** Whether no message is in transit and no flow is active; false while a database that would tell is down. */
const isAtRest = async (
  { buses, clock }: Setup,
  conductors: readonly RunningConductor[],
): Promise<boolean> => {
  try {
    for (const bus of buses()) await bus.idle()
    for (const conductor of conductors) await conductor.idle()
    await pause(clock, 2)
    return ((await conductors[0]?.active()) ?? 0) === 0
  } catch (error) {
    if (isFault(error, 'DatabaseUnavailable')) return false
    throw error
  }
}

const settle = async (setup: Setup, conductors: readonly RunningConductor[]): Promise<void> => {
  while (!(await isAtRest(setup, conductors))) await pause(setup.clock, 2)
}

/** Conductor, scheduler and agents over databases in memory, with doubles of the other services. */
export const computeCloud = async (
  hypervisors: Hypervisors,
  before: Before = async () => {},
  shape: CloudShape = {},
) => {
  const setup = await openSetup(before, shape)
  const { ctx, bus, clock, log, spans, services, clients, config, cells, databases, state } = setup
  const { silentBefore } = failureDetector(clock)
  const host = { bus, clock, log, spans, silentBefore } as unknown as ServiceHost
  const conductorRole = {
    cells,
    surveys: fakeSurveys(services),
    limits: projectLimits({ databases, clock, config, unified: noUnifiedLimits, usages: async () => ({}) }),
    clients,
    config,
    notices: silentNotices,
    notifier: silentNotifier,
    unseal: (sealed: string) => sealed,
  }
  const whileHostsSeemDown = async (meanwhile: () => Promise<unknown>): Promise<void> => {
    const cell = await databases.cell(home)
    const forceDown = (forced_down: 0 | 1) => cell.updateTable('services').set({ forced_down }).execute()
    await forceDown(1)
    await meanwhile()
    await forceDown(0)
  }
  const conductors = Array.from({ length: shape.conductors ?? 1 }, () => runConductor(host, conductorRole))
  const wake = (id: FlowId): void => {
    for (const conductor of conductors) conductor.wake(id)
  }
  const scheduler = await runScheduler(host, { databases, clients, config, notifier: silentNotifier })
  const hosts = hostsOn(setup, hypervisors, shape)
  for (const conductor of conductors) await conductor.listen()
  await hosts.start()
  for (const conductor of conductors) await conductor.beginFlows()

  return {
    ...services,
    ...lookAndRemove(setup),
    databases,
    everyCell: setup.everyCell,
    setup,
    /** Databases, by address, that refuse every query. */
    outages: setup.outages,
    state,
    spans: setup.recorded,
    wake,
    settled: () => withDeadline('settling', settleWithinMs, settle(setup, conductors)),

    /** Accepts a server as the API does, and returns its id; the conductor finds the flow by itself. */
    boot: async (parts: BootParts = {}): Promise<ServerId> => {
      const serverId = parts.serverId ?? newId<ServerId>()
      wake(await acceptServer(setup, serverId, parts))
      return serverId
    },

    operate: async (serverId: ServerId, operation: Operation): Promise<FlowId> => {
      const cell = await databases.cell(home)
      const input = { serverId, operation }
      const id = await insertFlow(cell, operateServerFlow, { subject: serverId, input, ctx, clock })
      wake(id)
      return id
    },

    /** Ends the leases of all boots while their owners still run, so that another conductor takes them up. */
    lapse: async (): Promise<void> => {
      const lapsed = await databases.api
        .updateTable('flows')
        .set({ lease_owner: null, lease_expires_at: null })
        .where('wake_at', 'is not', null)
        .returning('id')
        .execute()
      for (const { id } of lapsed) wake(id as FlowId)
    },

    /** Runs `meanwhile` while every host counts as down, though all run. */
    whileHostsSeemDown,

    /** Runs `meanwhile` while no agent runs and every host counts as down, then starts the agents again. */
    withoutHosts: async (meanwhile: () => Promise<unknown>): Promise<void> => {
      await hosts.stop()
      await whileHostsSeemDown(meanwhile)
      await hosts.start()
    },

    /** Runs `meanwhile` as after an outage of the whole site, with no agent heard of for long; then starts the agents. */
    beforeHostsAreHeardOf: async (meanwhile: () => Promise<unknown>): Promise<void> => {
      await hosts.stop()
      // Their last messages may still be in transit, and would count as reports.
      await withDeadline('settling', settleWithinMs, settle(setup, conductors))
      const cell = await databases.cell(home)
      await cell.updateTable('services').set({ last_seen_at: '2000-01-01T00:00:00.000Z' }).execute()
      await meanwhile()
      await hosts.start()
    },

    [Symbol.asyncDispose]: async () => {
      await Promise.all(conductors.map((conductor) => conductor.stop()))
      await hosts.stop()
      await scheduler.close()
      for (const opened of setup.buses()) await opened.close()
      await setup.memory.close()
      await rm(state, { recursive: true, force: true })
    },
  }
}

const sampleImage = {
  id: 'a1b2c3d4-0000-4000-8000-000000000001',
  name: 'tiny',
  minDiskGb: 0,
  minRamMb: 0,
  diskFormat: 'raw',
  hashAlgo: 'sha512',
  hashValue: imageHash,
  sizeBytes: 36,
  properties: {},
}

/** A build of a server from the sample image, with a config drive. */
export const sampleBuild = (serverId: ServerId): BuildRequest => ({
  serverId,
  name: 'web',
  description: null,
  hostname: 'web',
  configDrive: true,
  metadata: {},
  tags: [],
  reservationId: 'r-1',
  launchIndex: 0,
  diskConfig: 'MANUAL',
  locked: false,
  sealedSecrets: JSON.stringify({ adminPassword: 'secret', personality: [] }),
  blockDevices: [
    {
      id: newId(),
      sourceType: 'image',
      destinationType: 'local',
      imageId: sampleImage.id,
      bootIndex: 0,
      deleteOnTermination: true,
    },
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
})
