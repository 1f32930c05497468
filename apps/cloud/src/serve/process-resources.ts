import { hostname } from 'node:os'
import type { Bus } from '@nimbo/bus/bus'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { sharedResources } from '@nimbo/service/shared-resources'
import type { Kysely } from 'kysely'
import type { ServiceName } from '../roles/role.ts'
import type { Settings } from '../settings.ts'
import { withoutPassword } from './database-addresses.ts'
import { openBroker } from './open-broker.ts'
import { commonOptions } from './options/common-options.ts'
import { untilReachable } from './until-reachable.ts'

/** What the roles of one process share, each by its address. */
export interface ProcessResources {
  database<Tables>(
    service: ServiceName,
    address: string,
    migrations: MigrationSet,
    schema?: 'migrate' | 'check',
  ): Promise<Kysely<Tables>>
  broker(service: ServiceName, address: string): Promise<Bus>
  /** What is open now, by address without password. */
  readonly databases: ReadonlyMap<string, Kysely<unknown>>
  readonly brokers: ReadonlyMap<string, Bus>
  /** From now on what cannot be reached is a failure at once: nobody waits for a start any more. */
  started(): void
  close(): Promise<void>
}

export interface ResourceGround {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** Told of each broker as it is opened. */
  readonly brokerOpened?: (bus: Bus) => Promise<void>
}

/** Opens databases and brokers once, whoever asks, waiting at the start for those that are not there yet. */
export const processResources = (ground: ResourceGround): ProcessResources => {
  const { settings, clock, log } = ground
  const databases = new Map<string, Kysely<unknown>>()
  const brokers = new Map<string, Bus>()
  const openDatabases = sharedResources<Kysely<unknown>>((db) => db.destroy())
  const openBrokers = sharedResources<Bus>((bus) => bus.close())
  let starting = true

  const openOne = async (
    service: ServiceName,
    address: string,
    migrations: MigrationSet,
    schema: 'migrate' | 'check',
  ): Promise<Kysely<unknown>> => {
    const { database } = settings(service, commonOptions)
    const open = () =>
      openDatabase<unknown>(address, migrations, {
        schema,
        poolSize: database.max_pool_size,
        poolOverflow: database.max_overflow,
        poolWaitMs: database.pool_timeout * 1000,
        statementTimeoutMs: database.statement_timeout * 1000,
        applicationName: `nimbo ${service}`,
        log,
      })
    const retries = database.max_retries < 0 ? undefined : database.max_retries
    const intervalMs = database.retry_interval * 1000
    const shown = withoutPassword(address)
    const db = await (starting
      ? untilReachable(`the database ${shown}`, { retries, intervalMs, clock, log }, open)
      : open())
    databases.set(shown, db)
    return db
  }
  const openBus = async (service: ServiceName, address: string): Promise<Bus> => {
    const { DEFAULT, oslo_messaging_rabbit: rabbit } = settings(service, commonOptions)
    const bus = await openBroker(address, {
      name: `${service}@${DEFAULT.host ?? hostname()}:${process.pid}`,
      retries: rabbit.rabbit_max_retries === 0 ? undefined : rabbit.rabbit_max_retries,
      intervalMs: rabbit.rabbit_retry_interval * 1000,
      heartbeatSeconds: rabbit.heartbeat_timeout_threshold,
      ...{ clock, log },
    })
    brokers.set(withoutPassword(address), bus)
    await ground.brokerOpened?.(bus)
    return bus
  }

  return {
    databases,
    brokers,
    database: async <Tables>(
      service: ServiceName,
      address: string,
      migrations: MigrationSet,
      schema: 'migrate' | 'check' = 'check',
    ) =>
      (await openDatabases.get(address, () =>
        openOne(service, address, migrations, schema),
      )) as Kysely<Tables>,
    broker: (service, address) => openBrokers.get(address, () => openBus(service, address)),
    started: () => {
      starting = false
    },
    close: async () => {
      await openBrokers.close()
      await openDatabases.close()
    },
  }
}
