import { join } from 'node:path'
import { ConfigError } from '@nimbo/config/config-error'
import type { MigrationSet } from '@nimbo/db/migrate'
import { systemClock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { ServiceHost } from '@nimbo/service/service-host'
import { discardSpans } from '@nimbo/trace/span'
import { openLog } from '../logging.ts'
import type { ServiceName } from '../roles/role.ts'
import { databaseAddress } from '../serve/database-addresses.ts'
import { processInvalidations } from '../serve/process-invalidations.ts'
import { processResources } from '../serve/process-resources.ts'
import { serveHost } from '../serve/serve-host.ts'
import { serveSettings } from '../serve/serve-settings.ts'
import { type Settings, settingsFrom } from '../settings.ts'
import { UserError } from '../user-error.ts'
import type { ManagePlaces } from './command.ts'

/** What a command of one service works with: no broker, and no account is needed. */
export type DatabaseHost = Pick<ServiceHost, 'openDatabase' | 'clock' | 'log'>

export interface Managed {
  readonly settings: Settings
  readonly log: Log
  /** Databases by name or address; with `migrate` they are brought up to date as they are opened. */
  databases(service: ServiceName, schema?: 'migrate' | 'check'): DatabaseHost
  /** A whole host, for commands that speak to running roles. */
  host(service: ServiceName): Promise<ServiceHost>
}

/** Settings as roles of these services would have them. */
export const managedSettings = (services: readonly ServiceName[], places: ManagePlaces): Settings => {
  try {
    return serveSettings(services, places, process.env)
  } catch (error) {
    if (error instanceof ConfigError)
      throw new UserError(`the configuration cannot be used:\n${error.message}`)
    throw error
  }
}

/** Embedded, what a cell's mapping holds is a name. */
const embeddedDatabase = (stateDir: string, database: string): string =>
  database.includes(':') ? database : `sqlite:${join(stateDir, 'databases', database)}.db`

/** Does something with databases and brokers of the configuration, or of an embedded cloud, and closes them. */
export const manageCloud = async <Result>(
  services: readonly ServiceName[],
  places: ManagePlaces,
  work: (managed: Managed) => Promise<Result>,
): Promise<Result> => {
  const { stateDir } = places
  const settings =
    stateDir === undefined
      ? managedSettings(services, places)
      : settingsFrom(join(stateDir, 'etc'), process.env)
  const addressOf = (service: ServiceName, database: string): string =>
    stateDir === undefined
      ? databaseAddress(service, database, settings)
      : embeddedDatabase(stateDir, database)
  const log = openLog({ level: 'warn' })
  const clock = systemClock
  const resources = processResources({ settings, clock, log })
  const invalidations = processInvalidations(false, log)
  const noSpans = {
    reader: { trace: async () => [], about: async () => [] },
    sinkFor: () => discardSpans,
    collectFrom: async () => {},
    close: async () => {},
  }
  try {
    return await work({
      settings,
      log,
      databases: (service, schema = 'check') => ({
        clock,
        log,
        openDatabase: <Tables>(database: string, migrations: MigrationSet) =>
          resources.database<Tables>(service, addressOf(service, database), migrations, schema),
      }),
      host: (service) =>
        serveHost(service, { settings, clock, log, resources, spans: noSpans, invalidations }),
    })
  } finally {
    await resources.close()
  }
}
