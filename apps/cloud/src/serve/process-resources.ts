import { hostname } from 'node:os'
import type { Bus } from '@nimbo/bus/bus'
import { type BusObserver, noBusObserver } from '@nimbo/bus/bus-observer'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import type { PoolUse } from '@nimbo/db/pool-use'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { outsideLogScope } from '@nimbo/kernel/log-scope'
import type { AskDepths } from '@nimbo/metrics/measure-queues'
import { cappedBus } from '@nimbo/rpc/version-caps'
import { commonOptions } from '@nimbo/service/common-options'
import { failureDetector } from '@nimbo/service/failure-detector'
import type { AnyService } from '@nimbo/service/service'
import { sharedResources } from '@nimbo/service/shared-resources'
import { withoutAccount, withoutPassword } from '@nimbo/service/shown-address'
import { versionCapsOf } from '@nimbo/service/upgrade-levels'
import type { Kysely } from 'kysely'
import { readerOf, type Settings } from '../settings.ts'
import { openBroker } from './open-broker.ts'
import { untilReachable } from './until-reachable.ts'

type NamedService = Pick<AnyService, 'name' | 'upgradeLevels'>

/** Databases and brokers that the roles of one process share, by URL. */
export interface ProcessResources {
  database<Tables>(
    service: NamedService,
    address: string,
    migrations: MigrationSet,
    schema?: 'migrate' | 'check',
  ): Promise<Kysely<Tables>>
  broker(service: NamedService, address: string): Promise<Bus>
  /** The open databases, by URL without password. */
  readonly databases: ReadonlyMap<string, Kysely<unknown>>
  readonly brokers: ReadonlyMap<string, Bus>
  /** Functions that return the use of each connection pool, by URL without credentials. */
  readonly pools: ReadonlyMap<string, () => PoolUse>
  readonly queues: ReadonlyMap<string, AskDepths>
  /** The time before which a heartbeat counts as missed, allowing for interruptions on this process's side. */
  readonly silentBefore: (allowedMs: number) => number
  /** Ends the start-up phase: from here on, an unavailable database or broker is an error at once instead of being waited for. */
  started(): void
  close(): Promise<void>
}

export interface ResourceDeps {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** Observes the traffic of each broker, and wraps its bus. */
  readonly measures?: { readonly observer: BusObserver; readonly bus: (bus: Bus) => Bus }
  /** How long messages wait for an unavailable broker, in processes where API clients wait for the response. */
  readonly sendWithinMs?: number
  /** Called when a broker or a database becomes unavailable or available again: messages may have been missed. */
  readonly interrupted?: () => void
  /** Called with each broker that was opened. */
  readonly brokerOpened?: (bus: Bus) => Promise<void>
}

const unmeasured = { observer: noBusObserver, bus: (bus: Bus): Bus => bus }

/**
 * Opens each database and broker once, and waits during start-up for those that are unavailable. They outlive the request that
 * opened them, so they log outside its scope.
 */
export const processResources = (deps: ResourceDeps): ProcessResources => {
  let starting = true
  const { silentBefore, watchOwnLateness, ...heard } = failureDetector(deps.clock)
  const endWatch = watchOwnLateness()
  const interrupted = () => {
    heard.interrupted()
    deps.interrupted?.()
  }
  const opening = { starting: () => starting, interrupted }
  const toDatabase = databaseOpener(deps, opening)
  const toBroker = brokerOpener(deps, opening)
  const openDatabases = sharedResources<Kysely<unknown>>((db) => db.destroy())
  const openBrokers = sharedResources<Bus>((bus) => bus.close())
  return {
    ...{ databases: toDatabase.databases, pools: toDatabase.pools },
    ...{ brokers: toBroker.brokers, queues: toBroker.queues },
    silentBefore,
    database: async <Tables>(
      service: NamedService,
      address: string,
      migrations: MigrationSet,
      schema: 'migrate' | 'check' = 'check',
    ) =>
      (await openDatabases.get(address, () =>
        outsideLogScope(() => toDatabase.open({ service, address, migrations, schema })),
      )) as Kysely<Tables>,
    broker: (service, address) =>
      openBrokers.get(address, () => outsideLogScope(() => toBroker.open(service, address))),
    started: () => {
      starting = false
    },
    close: async () => {
      endWatch()
      await openBrokers.close()
      await openDatabases.close()
    },
  }
}

interface DatabaseOrder {
  readonly service: NamedService
  readonly address: string
  readonly migrations: MigrationSet
  readonly schema: 'migrate' | 'check'
}

interface Opening {
  readonly starting: () => boolean
  /** Called when a database or broker becomes unavailable or available again. */
  readonly interrupted: () => void
}

const databaseOpener = ({ settings, clock, log }: ResourceDeps, { starting, interrupted }: Opening) => {
  const databases = new Map<string, Kysely<unknown>>()
  const pools = new Map<string, () => PoolUse>()
  return {
    databases,
    pools,
    open: async ({ service, address, migrations, schema }: DatabaseOrder): Promise<Kysely<unknown>> => {
      const { database } = settings(service.name, commonOptions)
      const open = () =>
        openDatabase<unknown>(address, migrations, {
          schema,
          poolSize: database.max_pool_size,
          poolOverflow: database.max_overflow,
          poolWaitMs: database.pool_timeout * 1000,
          statementTimeoutMs: database.statement_timeout * 1000,
          applicationName: `nimbo ${service.name}`,
          poolMade: (use) => void pools.set(withoutAccount(address), use),
          onInterruption: interrupted,
          log,
        })
      const retries = database.max_retries < 0 ? undefined : database.max_retries
      const intervalMs = database.retry_interval * 1000
      const shown = withoutPassword(address)
      const db = await (starting()
        ? untilReachable(`the database ${shown}`, { retries, intervalMs, clock, log }, open)
        : open())
      databases.set(shown, db)
      return db
    },
  }
}

const brokerOpener = (deps: ResourceDeps, { starting, interrupted }: Opening) => {
  const { settings, clock, log, measures = unmeasured, sendWithinMs, brokerOpened } = deps
  const brokers = new Map<string, Bus>()
  const queues = new Map<string, AskDepths>()
  return {
    brokers,
    queues,
    open: async (service: NamedService, address: string): Promise<Bus> => {
      const { DEFAULT, oslo_messaging_rabbit: rabbit } = settings(service.name, commonOptions)
      const retries = rabbit.rabbit_max_retries === 0 ? undefined : rabbit.rabbit_max_retries
      const broker = await openBroker(address, {
        name: `${service.name}@${DEFAULT.host ?? hostname()}:${process.pid}`,
        retries: starting() ? retries : 0,
        intervalMs: rabbit.rabbit_retry_interval * 1000,
        heartbeatSeconds: rabbit.heartbeat_timeout_threshold,
        responseWithinMs: DEFAULT.rpc_response_timeout * 1000,
        ...{ sendWithinMs, observer: measures.observer, clock, log, onInterruption: interrupted },
      })
      queues.set(withoutAccount(address), () => broker.depths())
      const caps = await versionCapsOf(service.upgradeLevels, readerOf(settings, service.name))
      const bus = cappedBus(measures.bus(broker), caps)
      brokers.set(withoutPassword(address), bus)
      await brokerOpened?.(bus)
      return bus
    },
  }
}
