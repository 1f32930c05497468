import { hostname } from 'node:os'
import type { Subscription } from '@nimbo/bus/bus'
import { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import { conductorRpc } from '@nimbo/contracts/compute-rpc/conductor'
import { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import { schedulerRpc } from '@nimbo/contracts/compute-rpc/scheduler'
import { type DurableEngine, durableEngine } from '@nimbo/durable/durable-engine'
import type { BoundFlow } from '@nimbo/durable/flow'
import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { FlowId } from '@nimbo/kernel/ids'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import type { Kysely } from 'kysely'
import { countUsage } from '../app/count-usage.ts'
import { limitsOf } from '../app/limits-of.ts'
import type { ConductorDeps } from '../conductor/conductor-deps.ts'
import { conductorHandlers } from '../conductor/conductor-handlers.ts'
import { hostConductorHandlers } from '../conductor/host-conductor-handlers.ts'
import { hostLiveness } from '../conductor/host-liveness.ts'
import { bootServerFlow } from '../domain/flow-kinds.ts'
import { bootServer } from '../flows/boot-server/boot-server.ts'
import { deleteServer } from '../flows/delete-server/delete-server.ts'
import { operateServer } from '../flows/operate-server/operate-server.ts'
import type { NovaConfig } from './compute-options.ts'
import type { ServiceClients } from './open-clients.ts'
import type { OpenDatabases } from './open-databases.ts'

export interface ConductorRole {
  readonly databases: OpenDatabases
  readonly clients: ServiceClients
  readonly config: NovaConfig
  readonly unseal: (sealed: string) => string
}

export interface RunningConductor {
  /** Serves hosts and the API; flows are taken up by {@link RunningConductor.beginFlows}. */
  listen(): Promise<void>
  beginFlows(): Promise<void>
  /** A flow in one of the databases can go on. */
  wake(id: FlowId): void
  idle(): Promise<void>
  /** How many flows have not ended, asleep or not. */
  active(): Promise<number>
  stop(): Promise<void>
}

/** What the flows of servers work with; `cancelBoot` breaks off the building of a server. */
const flowDepsOf = (
  { bus, clock, log, spans }: ServiceHost,
  { databases, clients, config }: ConductorRole,
  cancelBoot: (serverId: string) => Promise<boolean>,
) => {
  const agents = rpcClient(bus, agentRpc)
  return {
    ...clients,
    databases,
    clock,
    log,
    tracer: tracer('nova-conductor', spans),
    scheduler: rpcClient(bus, schedulerRpc).on(),
    agent: (name: string) => agents.on(name),
    hostIsUp: hostLiveness({ databases, clock }, config.DEFAULT.service_down_time),
    countUsage: countUsage({ databases, clock }),
    limitsOf: limitsOf({ databases, config }),
    cancelBoot,
  }
}

/** A durable engine on the API database, where servers are booted, and one on each cell's, where they live on. */
const openEngines = (host: ServiceHost, role: ConductorRole) => {
  const { clock, log } = host
  const { databases } = role
  const flowDeps = flowDepsOf(host, role, (subject) =>
    api.cancel({ name: bootServerFlow.name, subject }, 'the server was deleted while it was being built'),
  )
  const engineOn = <Tables extends FlowTables>(
    db: Kysely<Tables>,
    flows: readonly BoundFlow[],
  ): DurableEngine => durableEngine({ db, clock, log, flows, owner: `nova-conductor@${hostname()}` })

  const api = engineOn(databases.api, [bootServer.with(flowDeps)])
  const cellFlows = [operateServer.with(flowDeps), deleteServer.with(flowDeps)]
  const cells = new Map(databases.cells.map(({ id, db }) => [id, engineOn(db, cellFlows)]))
  return { api, cells }
}

/** Puts the conductor together: a durable engine on the API database and on each cell's, and the interfaces it serves. */
export const runConductor = (host: ServiceHost, role: ConductorRole): RunningConductor => {
  const { bus, clock, log } = host
  const { databases, unseal } = role
  const { api, cells } = openEngines(host, role)
  const engines = [api, ...cells.values()]
  const deps: ConductorDeps = {
    databases,
    clock,
    log,
    unseal,
    engines: { api, cell: (cellId) => cells.get(cellId) },
  }
  const subscriptions: Subscription[] = []

  return {
    listen: async () => {
      const as = { server: hostname(), log }
      subscriptions.push(
        await serveRpc(bus, conductorRpc, as, conductorHandlers(deps)),
        await serveRpc(bus, hostConductorRpc, as, hostConductorHandlers(deps)),
      )
    },
    beginFlows: async () => {
      for (const engine of engines) await engine.start()
    },
    wake: (id) => {
      for (const engine of engines) engine.wake(id)
    },
    idle: async () => {
      for (const engine of engines) await engine.idle()
    },
    active: async () => {
      const counts = await Promise.all(engines.map((engine) => engine.active()))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    stop: async () => {
      await Promise.all(engines.map((engine) => engine.stop()))
      for (const subscription of subscriptions) await subscription.close()
    },
  }
}
