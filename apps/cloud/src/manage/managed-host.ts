import { join } from 'node:path'
import { ConfigError } from '@nimbo/config/config-error'
import type { MigrationSet } from '@nimbo/db/migrate'
import { systemClock } from '@nimbo/kernel/clock'
import { UserError } from '@nimbo/kernel/user-error'
import type { DatabaseHost } from '@nimbo/service/manage/database-host'
import type { AnyService } from '@nimbo/service/service'
import { openLog } from '../logging.ts'
import { oneProcess } from '../one-process.ts'
import { databaseAddress } from '../serve/database-address.ts'
import { processResources } from '../serve/process-resources.ts'
import { serveSettings } from '../serve/serve-settings.ts'
import { readerOf, type Settings, settingsFrom } from '../settings.ts'
import type { ManagePlaces } from './command.ts'

export interface Managed {
  readonly settings: Settings
  /** The URL of a service's database by its name; a URL stays as it is. */
  addressOf(service: AnyService, database: string): string
  /** Opens databases by name or URL; with `migrate` their schema is upgraded first. */
  databases(service: AnyService, schema?: 'migrate' | 'check'): DatabaseHost
}

/** The settings as the roles of these services read them. */
const managedSettings = (services: readonly AnyService[], places: ManagePlaces): Settings => {
  try {
    return serveSettings(services, places, process.env)
  } catch (error) {
    if (error instanceof ConfigError)
      throw new UserError(`the configuration cannot be used:\n${error.message}`)
    throw error
  }
}

/** Read lazily: errors in the configuration do not matter to commands that need no settings. */
const settingsAt = (services: readonly AnyService[], places: ManagePlaces): Settings => {
  const { stateDir } = places
  let known: Settings | undefined
  return (service, options) => {
    known ??=
      stateDir === undefined
        ? managedSettings(services, places)
        : settingsFrom(join(stateDir, 'etc'), process.env, [oneProcess])
    return known(service, options)
  }
}

/** In an embedded cloud, a cell's mapping holds a database name instead of a URL. */
const embeddedDatabase = (stateDir: string, database: string): string =>
  database.includes(':') ? database : `sqlite:${join(stateDir, 'databases', database)}.db`

/** Runs `work` with the databases of the configuration or of an embedded cloud, and closes them afterwards. */
export const manageCloud = async <Result>(
  services: readonly AnyService[],
  places: ManagePlaces,
  work: (managed: Managed) => Promise<Result>,
): Promise<Result> => {
  const { stateDir } = places
  const settings = settingsAt(services, places)
  const addressOf = (service: AnyService, database: string): string =>
    stateDir === undefined
      ? databaseAddress(service, database, readerOf(settings, service.name))
      : embeddedDatabase(stateDir, database)
  const log = openLog({ level: 'warn' })
  const clock = systemClock
  const resources = processResources({ settings, clock, log })
  try {
    return await work({
      settings,
      addressOf,
      databases: (service, schema = 'check') => ({
        clock,
        log,
        openDatabase: <Tables>(database: string, migrations: MigrationSet) =>
          resources.database<Tables>(service, addressOf(service, database), migrations, schema),
      }),
    })
  } finally {
    await resources.close()
  }
}
