import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MovePart } from '@nimbo/contracts/compute-rpc/move'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import { imageConverter } from '@nimbo/image-conversion/image-converter'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { slots } from '@nimbo/kernel/slots'
import { testDatabases } from '@nimbo/testing/test-databases'
import { discardSpans } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import { builds } from '../../src/agent/builds/builds.ts'
import { resourceTracker } from '../../src/agent/host/resource-tracker.ts'
import { imageCache } from '../../src/agent/images/image-cache.ts'
import { moveServer } from '../../src/agent/moves/move-server.ts'
import { inSnapshotFormat } from '../../src/agent/images/snapshot-format.ts'
import { portEvents } from '../../src/agent/networks/port-events.ts'
import { thawServer } from '../../src/agent/operations/freeze-server.ts'
import { operateServer } from '../../src/agent/operations/operate-server.ts'
import { terminateServer } from '../../src/agent/operations/terminate-server.ts'
import { hostDevices } from '../../src/agent/pci/host-devices.ts'
import { pluggedDevices } from '../../src/agent/plugged-devices.ts'
import { serverDirectories } from '../../src/agent/server-directory.ts'
import { serverTurns } from '../../src/agent/server-turns.ts'
import { softReboots } from '../../src/agent/operations/soft-reboots.ts'
import { connectorOf } from '../../src/resources/connector.ts'
import { showActionProgress } from '../../src/conductor/action-progress.ts'
import { hostedServerOf } from '../../src/conductor/hosted-server-of.ts'
import { defaultNovaConfig } from '../../src/config.ts'
import { defaultCells } from '../../src/db/cells/ensure-cells.ts'
import { instanceMappings } from '../../src/db/cells/instance-mappings.ts'
import { openTestCells } from '../../src/db/cells/open-cells.testing.ts'
import { instanceActions } from '../../src/db/servers/instance-actions.ts'
import { instances } from '../../src/db/servers/instances.ts'
import { requestSpecs } from '../../src/db/servers/request-specs.ts'
import { silentNotices } from '../../src/db/servers/silent-notices.testing.ts'
import { imageWith, sampleRequest } from '../../src/domain/scheduling/host-state.testing.ts'
import { sampleServer } from '../../src/domain/servers/server.testing.ts'
import type { Hypervisor } from '../../src/driver/hypervisor.ts'
import type { FlowDeps, HoldsParts, InCell, MakesImages, SpeaksToHosts } from '../../src/flows/flow-deps.ts'
import { vendorData } from '../../src/resources/vendor-data.ts'
import { serverInCell } from '../../src/flows/server-record.ts'
import { fakeServices, imageHash } from './fake-services.ts'

export const ctx = { ...internalContext(), projectId: 'project-1', userId: 'user-1' }
const home = defaultCells[1]?.id ?? ''

/**
 * A server that runs on a host with a real agent over `driver`, with one port of its own, for tests of flows that change
 * a server. `action` is the action that is recorded as begun.
 */
export const serverOnHost = async (
  driver: Hypervisor,
  {
    clock,
    serverId,
    action,
    others = {},
    extraSpecs = {},
    log = silentLog,
  }: {
    readonly clock: Clock
    readonly serverId: ServerId
    readonly action: string
    /** Further hosts, by their names. */
    readonly others?: Readonly<Record<string, Hypervisor>>
    /** Those of the server's flavor. */
    readonly extraSpecs?: Readonly<Record<string, string>>
    /** The log of the agents. */
    readonly log?: Log
  },
) => {
  const services = fakeServices()
  const { clients, allocations } = services
  const memory = testDatabases()
  const { databases } = await openTestCells({ ...memory, clock })
  const cell = await databases.cell(home)
  const state = await mkdtemp(join(tmpdir(), 'nimbo-host-'))

  const flavor = { ...sampleServer().flavor, extraSpecs }
  const server = sampleServer({ id: serverId, host: 'a', node: 'a', flavor })
  const { id: portId } = await clients.network.createPort(ctx, { device_id: serverId })
  const networkInfo = [
    {
      ...{ portId, networkId: 'net-1', networkName: 'private', macAddress: 'fa:16:3e:00:00:01' },
      ...{ addresses: [], securityGroupIds: [], preexisting: false },
    },
  ]
  const image = { ...imageWith({}), hashAlgo: 'sha512', hashValue: imageHash }
  await requestSpecs(databases.api, clock).insert({
    ...sampleRequest().spec,
    serverId,
    image,
    networks: 'auto',
  })
  await instanceMappings(databases.api, clock).insert(serverId, 'project-1', 'user-1')
  await instances(cell, clock).create({ ...server, networkInfo })
  await instanceMappings(databases.api, clock).setCell(serverId, home)
  await instanceActions(cell, clock).begin(ctx, serverId, action)
  allocations.set(serverId, { 'node-of-a': { resources: { VCPU: 1 } } })
  const order = {
    ...{ id: serverId, node: 'a', name: 'instance-00000001', vcpus: 1, memoryMb: 64 },
    ...{ rootDisk: { from: 'volume' as const }, ephemeralGb: 0, swapMb: 0, localDisks: [] },
    ...{ extraSpecs, imageProperties: {}, vifs: [], volumes: [] },
    owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
  }
  await driver.spawning.spawn(order, async () => {})

  const config = defaultNovaConfig()
  const hosted = hostedServerOf({ databases, clock, unseal: (sealed) => sealed })
  const showProgress = showActionProgress({ databases, clock, cellId: home })
  const conductor = {
    getServer: async (_ctx: unknown, { serverId: id }: { readonly serverId: ServerId }) => {
      const record = await serverInCell({ databases, clock, cellId: home }, id)
      const found = record && (await hosted(record))
      return found === undefined ? {} : { server: found }
    },
    buildFailed: async () => ({}),
    liveMigrationProgressed: async () => {},
    actionProgressed: async (_ctx: unknown, progress: Parameters<typeof showProgress>[0]) => ({
      goOn: await showProgress(progress),
    }),
  }
  const agentOn = (host: string, hypervisor: Hypervisor) => {
    const self = {
      ...{ host, hypervisor, connector: connectorOf(host, '127.0.0.1') },
      ...{
        options: config.DEFAULT,
        domain: '',
        crossZones: true,
        overlaysImages: true,
        skippedVersions: [],
        vendorData: vendorData(config.api, silentLog),
        clock,
        log,
      },
      tracer: tracer('nova-compute', discardSpans),
    }
    const devices = hostDevices()
    const tracker = resourceTracker(devices)
    tracker.setCapacity(host, { vcpus: 64, memoryMb: 65_536, diskGb: 1_000 })
    const agentDeps = {
      ...self,
      ...clients,
      conductor: conductor as unknown as Parameters<typeof operateServer>[0]['conductor'],
      tracker,
      devices,
      tellDevices: async () => {},
      hostProviders: {
        offer: async () => {},
        forget: () => {},
        ofDevice: () => undefined,
        mdevs: () => [],
        nodes: () => [],
        known: () => [],
      },
      events: portEvents(clock),
      images: imageCache({
        directory: join(state, host, 'images'),
        images: clients.image,
        converter: imageConverter({ log: silentLog }),
      }),
      directories: serverDirectories(join(state, host, 'instances')),
      plugged: pluggedDevices(join(state, host, 'instances')),
      turns: serverTurns(),
      softReboots: softReboots(driver),
      snapshotTurns: slots(config.DEFAULT.max_concurrent_snapshots),
      inSnapshotFormat: inSnapshotFormat({
        ...{ converter: imageConverter({ log: silentLog }), wanted: undefined },
      }),
      builds: builds({ self, conductor, buildServer: async () => {} }),
      otherHost: (other: string) => ({
        disksAside: async () => ({ disks: await driverOf(other).moves.aside(serverId).list() }),
        readDiskAside: async (
          _ctx: unknown,
          {
            name,
            offset,
            length,
          }: { readonly name: string; readonly offset: number; readonly length: number },
        ) => {
          const piece = await driverOf(other).moves.aside(serverId).read(name, offset, length)
          return piece === undefined ? {} : { piece: Buffer.from(piece).toString('base64') }
        },
      }),
    }
    return {
      operateServer: (
        at: typeof ctx,
        asked: { readonly serverId: ServerId; readonly operation: Operation },
      ) => operateServer(agentDeps)(at, asked),
      terminateServer: async (at: typeof ctx, asked: { readonly serverId: ServerId }) => {
        await terminateServer(agentDeps)(at, asked.serverId)
        return {}
      },
      thawServer: async (_at: typeof ctx, asked: { readonly serverId: ServerId }) => {
        await thawServer(agentDeps)(asked.serverId)
        return {}
      },
      moveServer: (at: typeof ctx, asked: { readonly serverId: ServerId; readonly move: MovePart }) =>
        moveServer(agentDeps as unknown as Parameters<typeof moveServer>[0])(at, asked),
      abortLiveMigration: async (_at: typeof ctx, asked: { readonly serverId: ServerId }) => {
        await hypervisor.live?.abort(asked.serverId)
        return {}
      },
      usage: () => tracker.usage(host),
    }
  }
  const drivers: Readonly<Record<string, Hypervisor>> = { a: driver, ...others }
  const driverOf = (host: string): Hypervisor => {
    const found = drivers[host]
    if (found === undefined) throw new Error(`there is no host ${host}`)
    return found
  }
  const agents = new Map(Object.entries(drivers).map(([host, one]) => [host, agentOn(host, one)]))
  const deps = {
    ...clients,
    databases,
    cellId: home,
    clock,
    log: silentLog,
    notices: silentNotices,
    tracer: tracer('nova-conductor', discardSpans),
    agent: (async ({ host }: { readonly host: string }) =>
      agents.get(host)) as unknown as SpeaksToHosts['agent'],
    hostIsUp: async () => true,
    cancelBoot: async () => false,
  } satisfies FlowDeps & HoldsParts & MakesImages & InCell & SpeaksToHosts & { cancelBoot: unknown }

  return {
    ...services,
    deps,
    cell,
    driver,
    agents,
    /** The server as its cell has it, deleted or not. */
    server: () => instances(cell, clock).find(serverId, { deleted: true }),
    /** Every event of the action with its result. */
    events: async () => {
      const actions = instanceActions(cell, clock)
      const asked = await actions.find(serverId, ctx.requestId)
      const events = asked === undefined ? [] : await actions.events(asked.id)
      return events.map(({ event, result }) => `${event} ${result}`)
    },
    /** Messages of the faults that were recorded of the server. */
    faults: async () =>
      (
        await cell.selectFrom('instance_faults').select('message').where('server_id', '=', serverId).execute()
      ).map(({ message }) => message),
    close: async () => {
      await memory.close()
      await rm(state, { recursive: true, force: true })
    },
  }
}

export type ServerOnHost = Awaited<ReturnType<typeof serverOnHost>>
