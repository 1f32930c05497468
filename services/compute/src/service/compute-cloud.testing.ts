import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBus } from '@nimbo/bus/memory'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { systemClock } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { pause, withDeadline } from '@nimbo/kernel/deadline'
import { type FlowId, newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { Span } from '@nimbo/trace/span'
import { deleteServer } from '../app/delete-server.ts'
import { rpcConductorPort } from '../conductor/rpc-conductor-port.ts'
import { buildRequests } from '../db/build-requests.ts'
import { instanceMappings } from '../db/instance-mappings.ts'
import { instances } from '../db/instances.ts'
import { requestSpecs } from '../db/request-specs.ts'
import { bootServerFlow, operateServerFlow } from '../domain/flow-kinds.ts'
import type { Operation } from '../domain/operations.ts'
import type { BuildRequest, EmbeddedFlavor, RequestSpec } from '../domain/request-spec.ts'
import type { Hypervisor } from '../driver/hypervisor.ts'
import { computeEnforcer } from '../policies.ts'
import { defaultNovaConfig } from './compute-options.ts'
import { fakeServices, imageHash } from './fake-services.testing.ts'
import type { ServiceClients } from './open-clients.ts'
import { defaultCells, openDatabases } from './open-databases.ts'
import { type Before, overheard, overheardBus } from './overheard.testing.ts'
import { type RunningAgent, runAgent } from './run-agent.ts'
import { runConductor } from './run-conductor.ts'
import { runScheduler } from './run-scheduler.ts'

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

/** Conductor, scheduler and agents over databases in memory, among services that are doubles. */
export const computeCloud = async (
  hypervisors: readonly { readonly host: string; readonly driver: Hypervisor }[],
  before: Before = async () => {},
) => {
  const state = await mkdtemp(join(tmpdir(), 'nimbo-compute-'))
  const quietBus = memoryBus()
  const bus = overheardBus(quietBus, before)
  const clock = systemClock
  const log = silentLog
  const recorded: Span[] = []
  const spans = { record: (span: Span) => void recorded.push(span) }
  const services = fakeServices()
  const clients: ServiceClients = {
    image: overheard('image', services.clients.image, before),
    network: overheard('network', services.clients.network, before),
    volume: overheard('volume', services.clients.volume, before),
    placement: overheard('placement', services.clients.placement, before),
  }
  const config = defaultNovaConfig()
  const databases = await openDatabases({ databaseUrl: () => 'sqlite::memory:', clock }, defaultCells)
  const host = { bus, clock, log, spans } as unknown as ServiceHost
  const conductor = runConductor(host, { databases, clients, config, unseal: (sealed) => sealed })
  const scheduler = await runScheduler(host, { databases, clients, config })
  const agentOf = ({ host: name, driver }: (typeof hypervisors)[number]) =>
    runAgent({
      host: name,
      cell: 'cell1',
      hypervisor: driver,
      clients,
      directory: join(state, 'instances'),
      imageDirectory: join(state, 'images'),
      config,
      bus,
      clock,
      log,
      spans,
    })
  let agents: readonly RunningAgent[] = []
  const startHosts = async (): Promise<void> => {
    agents = hypervisors.map(agentOf)
    for (const agent of agents) await agent.start()
  }
  const stopHosts = async (): Promise<void> => {
    for (const agent of agents) await agent.stop()
  }
  await conductor.listen()
  await startHosts()
  await conductor.beginFlows()
  const ctx: Context = { ...internalContext(), projectId: 'project-1', userId: 'user-1' }

  const settled = async (): Promise<void> => {
    do {
      await bus.idle()
      await conductor.idle()
      await pause(clock, 2)
    } while ((await conductor.active()) > 0)
  }

  return {
    ...services,
    databases,
    state,
    spans: recorded,
    settled: () => withDeadline('settling', settleWithinMs, settled()),

    /** Accepts a server as the API does, and returns its id; the conductor finds the flow by itself. */
    boot: async (
      parts: {
        readonly serverId?: ServerId
        readonly flavor?: Partial<EmbeddedFlavor>
        readonly spec?: Partial<RequestSpec>
        readonly build?: Partial<BuildRequest>
      } = {},
    ): Promise<ServerId> => {
      const serverId = parts.serverId ?? newId<ServerId>()
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
      const flowId = await databases.api.transaction().execute(async (trx) => {
        await requestSpecs(trx, clock).insert(spec)
        await buildRequests(trx, clock).insert(spec, build)
        await instanceMappings(trx, clock).insert(serverId, 'project-1', 'user-1')
        return insertFlow(trx, bootServerFlow, { subject: serverId, input: { serverId }, ctx, clock })
      })
      conductor.wake(flowId)
      return serverId
    },

    /** The server in whichever cell has it, deleted or not. */
    server: async (serverId: ServerId) => {
      for (const { name, db } of databases.cells) {
        const server = await instances(db, clock).find(serverId, { deleted: true })
        if (server !== undefined) return { ...server, cell: name }
      }
      return undefined
    },

    operate: async (serverId: ServerId, operation: Operation): Promise<FlowId> => {
      const cell = await databases.cell(home)
      const input = { serverId, operation }
      const id = await insertFlow(cell, operateServerFlow, { subject: serverId, input, ctx, clock })
      conductor.wake(id)
      return id
    },

    /** Deletes a server as the API does. */
    remove: (serverId: ServerId): Promise<void> =>
      deleteServer({
        databases,
        clock,
        log,
        conductor: rpcConductorPort(quietBus),
        enforcer: computeEnforcer(undefined),
        clients: { ...services.clients, service: services.clients },
      })(ctx, serverId),

    /** Lets `meanwhile` happen while no agent runs and every host counts as down, then starts the agents again. */
    withoutHosts: async (meanwhile: () => Promise<unknown>): Promise<void> => {
      await stopHosts()
      const cell = await databases.cell(home)
      const forceDown = (forced_down: 0 | 1) => cell.updateTable('services').set({ forced_down }).execute()
      await forceDown(1)
      await meanwhile()
      await forceDown(0)
      await startHosts()
    },

    [Symbol.asyncDispose]: async () => {
      await conductor.stop()
      await stopHosts()
      await scheduler.close()
      await bus.close()
      await databases.close()
      await rm(state, { recursive: true, force: true })
    },
  }
}

const sampleImage = {
  id: 'a1b2c3d4-0000-4000-8000-000000000001',
  name: 'tiny',
  minDiskGb: 0,
  minRamMb: 0,
  diskFormat: 'qcow2',
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
