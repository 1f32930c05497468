import type { Loose } from '@nimbo/testing/loose'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Image } from '@nimbo/clients/image'
import type { Network, NetworkClient, Port, SecurityGroup } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { Volume, VolumeClient } from '@nimbo/clients/volume'
import type { VolumeSnapshot, VolumeType } from '@nimbo/clients/volume-sources'
import { loadConfig } from '@nimbo/config/load-config'
import { databaseErrors } from '@nimbo/db/database-faults'
import { faultwrap } from '@nimbo/http/filters/faultwrap'
import { bytesOf, streamOf } from '@nimbo/http/message'
import { type Clock, systemClock, timestamp } from '@nimbo/kernel/clock'
import { type Context, newRequestId, newTracePosition } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import { silentNotifier } from '@nimbo/notifications/notifier'
import { testDatabase } from '@nimbo/testing/test-database'
import { discardSpans } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import { computeHandler } from '../src/api/compute-api.ts'
import { faultEnvelope, unexpectedMessage } from '../src/api/fault-envelope.ts'
import type { ComputeApiDeps } from '../src/app/app.ts'
import { computeOptions } from '../src/app/compute-options.ts'
import { apiMigrations } from '../src/db/schema/api-migrations.ts'
import type { ApiTables } from '../src/db/schema/api-tables.ts'
import { cell0Id, cellMappings } from '../src/db/cells/cell-mappings.ts'
import { cellMigrations } from '../src/db/schema/cell-migrations.ts'
import type { CellTables } from '../src/db/schema/cell-tables.ts'
import { askingCells } from '../src/db/cells/ask-cell.ts'
import { flavors } from '../src/db/flavors.ts'
import { instanceMappings } from '../src/db/cells/instance-mappings.ts'
import { instances } from '../src/db/servers/instances.ts'
import { silentNotices } from '../src/db/servers/silent-notices.testing.ts'
import { projectLimits } from '../src/app/quotas/project-limits.ts'
import { seal, sealingKey } from '@nimbo/kernel/sealed-text'
import { sampleServer } from '../src/domain/servers/server.testing.ts'
import type { Server } from '../src/domain/servers/server.ts'
import { computeEnforcer } from '../src/policies.ts'
import { noUnifiedLimits } from './cloud/no-unified-limits.ts'
import { unreachedProxies } from './unreached-proxies.ts'

export const imageId = '11111111-1111-4111-8111-111111111111'
export const networkId = '22222222-2222-4222-8222-222222222222'
export const cell1Id = '33333333-3333-4333-8333-333333333333'

const image: Image = {
  id: imageId,
  name: 'cirros',
  status: 'active',
  owner: null,
  visibility: 'public',
  disk_format: 'raw',
  container_format: 'bare',
  size: 1000,
  virtual_size: null,
  min_disk: 0,
  min_ram: 64,
  checksum: null,
  os_hash_algo: null,
  os_hash_value: null,
  hw_disk_bus: 'virtio',
}

const network: Network = {
  id: networkId,
  name: 'private',
  mtu: 1450,
  shared: false,
  'router:external': false,
  project_id: 'project-1',
  subnets: ['subnet-1'],
}

const webGroup: SecurityGroup = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'web',
  project_id: 'project-1',
}

const outOfReach = (): Promise<never> =>
  Promise.reject(new Error('the doubles of this test do not support this call'))

/** What the other services have, and the messages that compute sent: for tests to set and read. */
export interface Surroundings {
  images: Image[]
  networks: Network[]
  ports: Port[]
  volumes: Volume[]
  snapshots: VolumeSnapshot[]
  volumeTypes: VolumeType[]
  readonly toldConductor: string[]
  /** Messages to hosts: to report, and to abort or force live migrations. */
  readonly toldHosts: string[]
  /** The diagnostics that hosts return. */
  diagnosed: Awaited<ReturnType<ComputeApiDeps['computeHost']['diagnostics']>>
  /** Changes of aggregates that were sent to placement, such as `NODE in AGGREGATE`. */
  readonly memberships: string[]
  /** The traits that placement knows of every host. */
  hostTraits: readonly string[]
}

const clientsOf = (around: Surroundings): ComputeApiDeps['clients'] => {
  const networkDouble: NetworkClient = {
    ownNetwork: async () => undefined,
    networks: async (_, { id, shared, 'router:external': external }) =>
      around.networks.filter(
        (one) =>
          (id === undefined || [id].flat().includes(one.id)) &&
          (shared === undefined || one.shared === shared) &&
          (external === undefined || one['router:external'] === external),
      ),
    subnets: async () => [],
    ports: async (_, { device_id }) =>
      around.ports.filter((port) => [device_id].flat().includes(port.device_id)),
    floatingIps: async () => [],
    port: async (_, id) => around.ports.find((port) => port.id === id),
    securityGroups: async () => [webGroup],
    createPort: outOfReach,
    updatePort: outOfReach,
    deletePort: async (_, id) => {
      around.ports = around.ports.filter((port) => port.id !== id)
    },
    portQuota: async () => ({ limit: 4, used: 0 }),
  }
  const volume: VolumeClient = {
    show: async (_, id) => around.volumes.find((one) => one.id === id),
    create: outOfReach,
    remove: outOfReach,
    encryption: outOfReach,
    reportSnapshot: outOfReach,
    attachment: outOfReach,
    withMetadata: async () => [],
    attachmentsOf: async () => [],
    createAttachment: outOfReach,
    updateAttachment: outOfReach,
    completeAttachment: outOfReach,
    completeMigration: outOfReach,
    reimage: outOfReach,
    deleteAttachment: outOfReach,
  }
  const placement: PlacementClient = {
    candidates: outOfReach,
    claim: outOfReach,
    moveClaim: outOfReach,
    allocationsOf: async () => ({}),
    changeClaim: outOfReach,
    traitsOf: async () => around.hostTraits,
    release: async () => {},
    ensureProvider: async (_, provider) => ({ ...provider, generation: 0 }),
    setInventories: outOfReach,
    setTraits: outOfReach,
    inventories: outOfReach,
    usages: outOfReach,
    setMembership: async (_, providerId, aggregateId, isMember) =>
      void around.memberships.push(`${providerId} ${isMember ? 'in' : 'out of'} ${aggregateId}`),
    setTrait: async () => {},
    aggregatesOf: async () => [],
    removeProvider: async () => {},
  }
  return {
    image: { show: async (_, id) => around.images.find((one) => one.id === id), download: outOfReach },
    keys: { certificate: async () => undefined },
    imageMaker: {
      create: async (_, attributes) => {
        const made: Image = { ...image, id: randomUUID(), ...attributes, status: 'queued' }
        around.images.push(made)
        return made
      },
      backupsOf: outOfReach,
      upload: async (_, id, { diskFormat }) => {
        around.images = around.images.map((one) =>
          one.id === id ? { ...one, status: 'active', disk_format: diskFormat, size: 0 } : one,
        )
      },
      remove: async (_, id) => {
        around.images = around.images.filter((one) => one.id !== id)
      },
    },
    network: networkDouble,
    volume,
    volumeSources: {
      snapshot: async (_, id) => around.snapshots.find((one) => one.id === id),
      types: async () => around.volumeTypes,
      snapshotsWith: outOfReach,
      createSnapshot: async (_, { volumeId }) => {
        const found = around.volumes.find(({ id }) => id === volumeId)
        if (found === undefined) return outOfReach()
        const made = { id: randomUUID(), status: 'creating', size: found.size, volume_id: volumeId }
        around.snapshots.push(made)
        return made
      },
      removeSnapshot: async (_, id) => {
        around.snapshots = around.snapshots.filter((one) => one.id !== id)
      },
    },
    proxied: unreachedProxies,
    projects: { projectExists: async () => true },
    service: { network: networkDouble, volume, placement },
  }
}

export interface Caller {
  readonly user?: string
  readonly project?: string
  readonly roles?: readonly string[]
}

export const admin: Caller = { user: 'admin', project: 'admin-project', roles: ['admin', 'member', 'reader'] }

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Loose
}

const tinyFlavor: Parameters<ReturnType<typeof flavors>['create']>[0] = {
  id: '1',
  name: 'm1.tiny',
  vcpus: 1,
  memoryMb: 512,
  rootGb: 1,
  ephemeralGb: 0,
  swapMb: 0,
  rxtxFactor: 1,
  isPublic: true,
  disabled: false,
  description: null,
  extraSpecs: {},
}

/** The API database and two cells in memory, with a flavor. */
const openStoryDatabases = async (clock: Clock) => {
  const { db: api, close: closeApi } = await testDatabase<ApiTables>(apiMigrations)
  const cells = new Map(
    await Promise.all(
      [cell0Id, cell1Id].map(async (id) => [id, await testDatabase<CellTables>(cellMigrations)] as const),
    ),
  )
  const mappings = cellMappings(api, clock)
  for (const id of cells.keys()) {
    const name = id === cell0Id ? 'cell0' : 'cell1'
    await mappings.ensure({ id, name, database: name, transport: name })
  }
  await flavors(api, clock).create(tinyFlavor)
  const down = new Set<string>()
  const cell = async (id: string) => {
    if (down.has(id)) throw databaseErrors.DatabaseUnavailable({ reason: 'connect ECONNREFUSED' })
    const found = cells.get(id)
    if (!found) throw new Error(`there is no cell ${id}`)
    return found.db
  }
  const close = async () => {
    for (const closeOne of [closeApi, ...[...cells.values()].map((one) => one.close)]) await closeOne()
  }
  const ask = askingCells({ cell, clock, timeoutMs: 10_000 })
  return { api, cells: mappings.list, cell, ask, down, close }
}

/** The dependencies of the API, with doubles that record the messages they get. */
const depsOf = (
  databases: ComputeApiDeps['databases'],
  clock: Clock,
  around: Surroundings,
  { policyYaml, options = {} }: Setup,
): ComputeApiDeps => {
  const key = sealingKey(randomBytes(32))
  // As in a cloud with a console proxy.
  const config = loadConfig({
    files: [],
    env: { OS_VNC__ENABLED: 'true', ...options },
    options: computeOptions,
  })
  return {
    databases,
    limits: projectLimits({ databases, clock, config, unified: noUnifiedLimits, usages: async () => ({}) }),
    notices: silentNotices,
    notifier: silentNotifier,
    clients: clientsOf(around),
    conductor: {
      scheduleAndBuild: async (_, { serverId }) => void around.toldConductor.push(`build ${serverId}`),
      flowRequested: async (_, { cellId }) => void around.toldConductor.push(`flow in ${cellId}`),
      cancelBuild: async (_, { serverId }) => void around.toldConductor.push(`cancel ${serverId}`),
      cacheImages: async (_, { aggregate: { hosts }, images }) =>
        void around.toldConductor.push(`cache ${images.map(({ id }) => id).join()} on ${hosts.join()}`),
      audit: async (_, { repair, graceMs }) => {
        around.toldConductor.push(`audit ${repair ? 'and repair' : 'only'} ${graceMs}`)
        const at = timestamp(clock)
        return { started_at: at, finished_at: at, findings: [], not_audited: [], looked_at: {} }
      },
    },
    computeHost: {
      consoleOutput: async () => 'one\ntwo\nthree',
      vncConsole: async () => ({ host: '10.0.0.1', port: 5900 }),
      serialConsole: async () => ({ host: '10.0.0.1', port: 10_000 }),
      spiceConsole: async () => ({ host: '10.0.0.1', port: 5901, tlsPort: 5902 }),
      diagnostics: async () => around.diagnosed,
      freeze: async (_, { host }, { serverId }) =>
        void around.toldHosts.push(`freeze ${serverId} on ${host}`),
      thaw: async (_, { host }, { serverId }) => void around.toldHosts.push(`thaw ${serverId} on ${host}`),
      abortLiveMigration: async (_, { host }, { serverId }) =>
        void around.toldHosts.push(`abort ${serverId} on ${host}`),
      forceLiveMigration: async (_, { host }, { serverId }) =>
        void around.toldHosts.push(`force ${serverId} on ${host}`),
      uptime: async () => ' 10:00:00 up 1:00,  0 users,  load average: 0.00, 0.00, 0.00',
      externalEvents: async () => {},
      cutSoftReboot: async (_, { host, serverId }) => void around.toldHosts.push(`cut ${host} ${serverId}`),
      reportSoon: async (_, { host }) => void around.toldHosts.push(`report ${host}`),
    },
    enforcer: computeEnforcer(policyYaml),
    config,
    traces: { trace: async () => [], about: async () => [] },
    tracer: tracer('nova-api', discardSpans),
    clock,
    log: silentLog,
    seal: (text) => seal(key, text),
  }
}

interface Sent {
  readonly body?: unknown
  readonly version?: string
  readonly as?: Caller
}

/** Sends requests to the API and reads its replies whole. */
const senderTo = (deps: ComputeApiDeps) => {
  const handle = faultwrap({
    identityUri: 'http://cloud/identity',
    envelope: faultEnvelope,
    unexpected: unexpectedMessage,
    log: silentLog,
  })(computeHandler(deps))

  return async (method: string, target: string, { body, version, as = {} }: Sent = {}): Promise<Reply> => {
    const url = new URL(target, 'http://cloud')
    const requestId = newRequestId()
    const context: Context = {
      requestId,
      userId: as.user ?? 'user-1',
      projectId: as.project ?? 'project-1',
      roles: as.roles ?? ['member', 'reader'],
      trace: newTracePosition(),
    }
    const response = await handle({
      method,
      path: url.pathname,
      mount: '/compute/v2.1',
      origin: 'http://cloud',
      query: url.searchParams,
      headers: version ? { 'openstack-api-version': `compute ${version}` } : {},
      body: streamOf(body === undefined ? undefined : JSON.stringify(body)),
      remoteAddress: '127.0.0.1',
      state: { requestId, context },
    })
    const text = (await bytesOf(response.body)).toString()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
}

/** Configuration of the API in a test. */
export interface Setup {
  readonly policyYaml?: string
  /** As environment variables: `OS_VNC__ENABLED`. */
  readonly options?: Readonly<Record<string, string>>
}

/** The compute API over databases in memory, with doubles for the other services; callers are not authenticated. */
export const openStory = async (setup: Setup = {}) => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const clock: Clock = { now: () => (now += 1000), after: systemClock.after }
  const { api, cells, cell, ask, down, close } = await openStoryDatabases(clock)
  const around: Surroundings = {
    images: [image],
    networks: [network],
    ports: [],
    volumes: [],
    snapshots: [],
    volumeTypes: [],
    toldConductor: [],
    toldHosts: [],
    diagnosed: { powerState: 1 },
    memberships: [],
    hostTraits: [],
  }
  const deps = depsOf({ api, cells, cell, ask }, clock, around, setup)

  /** Puts a finished server into a cell, as the conductor would. */
  const addServer = async (parts: Partial<Server> = {}, cellId = cell1Id): Promise<Server> => {
    const home = instances(await cell(cellId), clock)
    const number = await home.newNumber()
    const server = sampleServer({ id: randomUUID() as Server['id'], number, ...parts })
    await home.create(server)
    await instanceMappings(api, clock).insert(server.id, server.projectId, server.userId, server.createdAt)
    await instanceMappings(api, clock).setCell(server.id, cellId)
    return server
  }

  return { send: senderTo(deps), addServer, around, deps, down, close }
}

export type Story = Awaited<ReturnType<typeof openStory>>

/** Runs a test on a compute API and databases of its own. */
export const story = (tell: (story: Story) => Promise<void>, setup?: Setup) => async () => {
  const opened = await openStory(setup)
  try {
    await tell(opened)
  } finally {
    await opened.close()
  }
}
