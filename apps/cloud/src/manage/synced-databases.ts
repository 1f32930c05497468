import { schemaState } from '@nimbo/db/open-database'
import { UserError } from '@nimbo/kernel/user-error'
import { commonOptions } from '@nimbo/service/common-options'
import type { Given } from '@nimbo/service/manage/command'
import type { AnyService, FurtherDatabase } from '@nimbo/service/service'
import { traceMigrations } from '@nimbo/trace/trace-tables'
import { databaseAddress } from '../serve/database-address.ts'
import { readerOf } from '../settings.ts'
import type { ManagePlaces } from './command.ts'
import { type Managed, manageCloud } from './managed-host.ts'

interface OwnDatabase extends FurtherDatabase {
  readonly service: AnyService
}

/** The services given as arguments, or all; throws a `UserError` for an unknown name. */
const namedServices = (services: readonly AnyService[], words: readonly string[]): readonly AnyService[] => {
  const names = services.map(({ name }) => name)
  const unknown = words.find((word) => !names.includes(word))
  if (unknown !== undefined)
    throw new UserError(`there is no service ${unknown}; there are ${names.join(', ')}`)
  return words.length === 0 ? services : services.filter(({ name }) => words.includes(name))
}

/** The databases that services declare; with `onlyConfigured` without those that have no URL in the configuration. */
const ownDatabases = async (
  { settings }: Managed,
  services: readonly AnyService[],
  onlyConfigured: boolean,
): Promise<readonly OwnDatabase[]> => {
  const addressed = services.flatMap((service) =>
    service.databases.flatMap(({ name, migrations }) => {
      try {
        const address = databaseAddress(service, name, readerOf(settings, service.name))
        return [{ service, name, migrations, address }]
      } catch (error) {
        if (onlyConfigured && error instanceof UserError) return []
        throw error
      }
    }),
  )
  return Promise.all(
    addressed.map(async (database) => ({ ...database, migrations: await database.migrations() })),
  )
}

/** The database of traces, if configured. */
const traceDatabase = (
  { settings }: Managed,
  [service]: readonly AnyService[],
): readonly FurtherDatabase[] => {
  if (service === undefined) return []
  const address = settings(service.name, commonOptions).trace.connection
  return address === undefined ? [] : [{ name: 'traces', migrations: traceMigrations, address }]
}

/**
 * The databases listed in a service's own databases, such as those of cells; none while the schema of these is not up to date.
 */
const furtherDatabases = async (
  managed: Managed,
  service: AnyService,
  own: readonly OwnDatabase[],
): Promise<readonly FurtherDatabase[]> => {
  if (service.furtherDatabases === undefined || own.length < service.databases.length) return []
  for (const { address, migrations } of own)
    if ((await schemaState(address, migrations)).missing.length > 0) return []
  return service.furtherDatabases(managed.databases(service))
}

/**
 * Yields the databases of the given services. Databases that are listed in others, such as those of cells, come last and are
 * looked up only then: a caller that upgrades each schema in turn thereby finds those that an old schema cannot list.
 */
async function* databasesOf(
  managed: Managed,
  services: readonly AnyService[],
  onlyConfigured: boolean,
): AsyncGenerator<FurtherDatabase> {
  const own = await ownDatabases(managed, services, onlyConfigured)
  yield* own
  yield* traceDatabase(managed, services)
  const ofService = Map.groupBy(own, ({ service }) => service)
  for (const service of services)
    yield* await furtherDatabases(managed, service, ofService.get(service) ?? [])
}

/** Runs `work` with each database of the given services, or of all, one after the other. */
export const forEachDatabase = async <Result>(
  all: readonly AnyService[],
  { words }: Pick<Given, 'words'>,
  places: ManagePlaces,
  work: (database: FurtherDatabase) => Promise<Result>,
): Promise<readonly Result[]> => {
  const services = namedServices(all, words)
  return manageCloud(services, places, (managed) =>
    Array.fromAsync(databasesOf(managed, services, words.length === 0), work),
  )
}
