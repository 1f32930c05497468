import { randomUUID } from 'node:crypto'
import type { Subscription } from '@nimbo/bus/bus'
import { conductorRpc } from '@nimbo/contracts/compute-rpc/conductor'
import { type DurableEngine, durableEngine } from '@nimbo/durable/durable-engine'
import { forgettingEngine } from '@nimbo/durable/forgetting-engine'
import type { BoundFlow } from '@nimbo/durable/flow'
import type { FlowCount } from '@nimbo/durable/flow-counts'
import { type FlowObserver, noFlowObserver } from '@nimbo/durable/flow-observer'
import { flowTimes } from '@nimbo/durable/flow-options'
import type { FlowTables } from '@nimbo/durable/flow-tables'
import { unlessAborted, withDeadline } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Notifier } from '@nimbo/notifications/notifier'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import { flowSpans } from '@nimbo/service/flow-spans'
import type { Kysely } from 'kysely'
import type { ProjectLimits } from '../app/quotas/project-limits.ts'
import { auditCloud } from '../audit/audit-cloud.ts'
import type { AuditDeps, Surveys } from '../audit/audit-deps.ts'
import { endAbandonedWork } from '../audit/end-abandoned-work.ts'
import type { ConductorDeps } from '../conductor/conductor-deps.ts'
import { conductorHandlers } from '../conductor/conductor-handlers.ts'
import { cacheImages } from '../conductor/images/cache-images.ts'
import { hostConductorHandlers } from '../conductor/host-conductor-handlers.ts'
import { hostOf, type NovaConfig } from '../config.ts'
import type { Cells } from '../db/cells/open-cells.ts'
import type { ServerNotices } from '../db/servers/server-notices.ts'
import { bootServerFlow, moveFlows } from '../domain/flow-kinds.ts'
import { bootServer } from '../flows/boot-server/boot-server.ts'
import { deleteServer } from '../flows/delete-server/delete-server.ts'
import { confirmResize } from '../flows/confirm-resize/confirm-resize.ts'
import { liveMigrateServer } from '../flows/live-migrate-server/live-migrate-server.ts'
import { operateServer } from '../flows/operate-server/operate-server.ts'
import { resizeServer } from '../flows/resize-server/resize-server.ts'
import { revertResize } from '../flows/revert-resize/revert-resize.ts'
import { evacuateServer } from '../flows/evacuate-server/evacuate-server.ts'
import { offloadServer } from '../flows/offload-server/offload-server.ts'
import { unshelveServer } from '../flows/unshelve-server/unshelve-server.ts'
import { thawServer } from '../flows/thaw-server/thaw-server.ts'
import { withdrawRequest } from '../flows/withdraw-request/withdraw-request.ts'
import { conductorTasks } from '../tasks/conductor-tasks.ts'
import { flowDepsOf } from './flow-deps-of.ts'
import type { Machine } from './machine.ts'
import type { ServiceClients } from './open-clients.ts'
import { serveCells } from './serve-cells.ts'
import { servedCell } from './served-cell.ts'

export interface ConductorRole {
  readonly cells: Cells
  readonly clients: ServiceClients
  /** The audit's clients. */
  readonly surveys: Surveys
  readonly config: NovaConfig
  readonly limits: ProjectLimits
  /** Sends notifications about servers. */
  readonly notices: ServerNotices
  /** Sends all other notifications. */
  readonly notifier: Notifier
  readonly unseal: (sealed: string) => string
  /**
   * Distinguishes this process from others on the host, and stays the same over a restart: then it resumes its flows at once.
   * Generated when absent; then its flows wait until their leases expire.
   */
  readonly instance?: string
}

export interface RunningConductor {
  /** Serves the API and the hosts of every cell; {@link RunningConductor.beginFlows} starts the flows. */
  listen(): Promise<void>
  beginFlows(): Promise<void>
  /** A flow in one of the databases can continue. */
  wake(id: FlowId): void
  idle(): Promise<void>
  /** The number of unfinished flows in the databases that answer. */
  active(): Promise<number>
  /** The number of unfinished flows by name and state; databases that do not answer soon are left out. */
  census(): Promise<readonly FlowCount[]>
  stop(): Promise<void>
}

/** Opens flow engines under this process's name. */
const engineOpener = ({ clock, log }: Machine, { config, instance }: ConductorRole) => {
  const owner = `nova-conductor@${hostOf(config)}/${instance ?? `${process.pid}-${randomUUID()}`}`
  const times = flowTimes(config)
  return <Tables extends FlowTables>(
    db: Kysely<Tables>,
    flows: readonly BoundFlow[],
    observer: FlowObserver = noFlowObserver,
  ): DurableEngine =>
    forgettingEngine(durableEngine({ db, clock, log, flows, observer, owner, ...times }), {
      db,
      clock,
      log,
      config,
    })
}

/**
 * Timeout for counting flows. Metrics are scraped with a timeout of two seconds, within which the available counts must
 * be returned.
 */
const censusWithinMs = 1_000

/** The result, or `otherwise` for a cell that does not answer, so that it does not block the others. */
const whenThere = async <Result>(asked: Promise<Result>, otherwise: Result): Promise<Result> => {
  try {
    return await asked
  } catch (error) {
    if (isFault(error) && error.kind === 'unavailable') return otherwise
    throw error
  }
}

/** Assembles the conductor: a flow engine on the API database and on each cell's, and its RPC interfaces. */
export const runConductor = (host: Machine, role: ConductorRole): RunningConductor => {
  const { bus, clock, log } = host
  const { cells, clients, config, notices, unseal } = role
  const { databases } = cells
  const open = engineOpener(host, role)
  const cancelBoot = (subject: string): Promise<boolean> =>
    api.cancel({ name: bootServerFlow.name, subject }, 'the server was deleted while it was being built')
  const flowDeps = flowDepsOf(host, { cells, clients, config, limits: role.limits, notices, cancelBoot })
  const stopping = new AbortController()
  const api = open(databases.api, [bootServer.with(flowDeps)])
  const mostDepartures = config.DEFAULT.max_concurrent_live_migrations
  const offloadsAtOnce = config.DEFAULT.shelved_offload_time === 0
  const moves = moveFlows.map(({ name }) => name)
  const cancelMoveIn = (cellId: string) => async (subject: string) => {
    const engine = served.find(cellId)?.engine()
    const reason = 'the server was deleted while it was being moved'
    return (await engine?.cancelAll({ names: moves, subject }, reason)) ?? false
  }
  const flowsOf = (cellId: string) => {
    const deps = {
      ...flowDeps,
      cellId,
      cancelMove: cancelMoveIn(cellId),
      wakeIn,
      offloadsAtOnce,
      mostDepartures,
    }
    return [
      ...[operateServer.with(deps), deleteServer.with(deps)],
      ...[resizeServer.with(deps), confirmResize.with(deps), revertResize.with(deps)],
      ...[offloadServer.with(deps), unshelveServer.with(deps), evacuateServer.with(deps)],
      ...[liveMigrateServer.with(deps), withdrawRequest.with(deps), thawServer.with(deps)],
    ]
  }
  const served = serveCells({
    cells: databases.cells,
    clock,
    log,
    timeoutMs: config.database.cell_timeout * 1000,
    serve: ({ id }) =>
      servedCell({
        log,
        bus: () => cells.bus(id),
        database: () => databases.cell(id),
        // Only flows in cells are traced here: the steps of a boot have their own spans, those of the boot flow.
        engineOn: (cell) => open(cell, flowsOf(id), flowSpans(flowDeps.tracer)),
        handlers: hostConductorHandlers(deps, id),
      }),
  })
  const wakeIn: ConductorDeps['engines']['wakeIn'] = (cellId, flowId) => {
    const engine = served.find(cellId)?.engine()
    if (engine === undefined) served.lookAgain()
    else engine.wake(flowId)
  }
  const wakeFlow: AuditDeps['wakeFlow'] = (cellId, flowId) =>
    cellId === null ? api.wake(flowId) : wakeIn(cellId, flowId)
  const auditDeps: AuditDeps = { ...flowDeps, surveys: role.surveys, wakeFlow }
  const caching = cacheImages({
    ...{ ...flowDeps, notifier: role.notifier },
    hostsAtOnce: config.image_cache.precache_concurrency,
  })
  const deps: ConductorDeps = {
    databases,
    audit: auditCloud(auditDeps),
    cacheImages: async (ctx, order) => {
      await unlessAborted(stopping.signal, caching(ctx, order))
    },
    clock,
    log,
    notices,
    notifier: role.notifier,
    unseal,
    enablesNewHosts: config.DEFAULT.enable_new_services,
    countsFailedBuilds: config.compute.consecutive_build_service_disable_threshold > 0,
    mapsNewHosts: config.scheduler.discover_hosts_in_cells_interval === 0,
    engines: { api, wakeIn },
  }
  const tasks = conductorTasks(host, { databases, notices, config, limits: role.limits, engine: api })
  const cellEngines = () => served.all().flatMap((cell) => cell.engine() ?? [])
  let endingWork: Promise<void> | undefined
  let subscription: Subscription | undefined

  return {
    listen: async () => {
      subscription = await serveRpc(bus, conductorRpc, { log }, conductorHandlers(deps))
      await served.listen()
    },
    beginFlows: async () => {
      await api.start()
      await served.beginFlows()
      endingWork = endAbandonedWork(auditDeps, stopping.signal)
      tasks.start()
    },
    wake: (id) => {
      for (const engine of [api, ...cellEngines()]) engine.wake(id)
    },
    idle: async () => {
      await endingWork
      await api.idle()
      for (const engine of cellEngines()) await whenThere(engine.idle(), undefined)
    },
    active: async () => {
      const counts = cellEngines().map((engine) => whenThere(engine.active(), 0))
      return (await Promise.all([api.active(), ...counts])).reduce((sum, count) => sum + count, 0)
    },
    census: async () => {
      const counts = [api, ...cellEngines()].map((engine) =>
        withDeadline('counting flows', censusWithinMs, engine.census(), clock).catch(() => []),
      )
      return (await Promise.all(counts)).flat()
    },
    stop: async () => {
      stopping.abort()
      await tasks.stop()
      await endingWork
      await Promise.all([api.stop(), served.stop()])
      await subscription?.close()
    },
  }
}
