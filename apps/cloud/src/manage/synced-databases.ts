import type { ApiTables } from '@nimbo/compute/db/api-tables'
import { cellMappings } from '@nimbo/compute/db/cell-mappings'
import { cellSchema } from '@nimbo/compute/schema'
import type { MigrationSet } from '@nimbo/db/migrate'
import { schemaState } from '@nimbo/db/open-database'
import { traceMigrations } from '@nimbo/trace/trace-tables'
import { type ServiceName, serviceNames } from '../roles/role.ts'
import { databaseAddress } from '../serve/database-addresses.ts'
import { commonOptions } from '../serve/options/common-options.ts'
import { UserError } from '../user-error.ts'
import type { Given, ManagePlaces } from './command.ts'
import { type Managed, manageCloud } from './managed-host.ts'
import { serviceSchemas } from './service-schemas.ts'

export interface KnownDatabase {
  readonly service: ServiceName
  /** `keystone`, `nova_api`, `cell1`. */
  readonly name: string
  readonly address: string
  readonly migrations: MigrationSet
}

/** The services that words of a command name, or all. */
const namedServices = (words: readonly string[]): readonly ServiceName[] => {
  const unknown = words.find((word) => !serviceNames.some((name) => name === word))
  if (unknown !== undefined)
    throw new UserError(`there is no service ${unknown}; there are ${serviceNames.join(', ')}`)
  return words.length === 0 ? serviceNames : serviceNames.filter((name) => words.includes(name))
}

/** The databases of services by themselves; without names those that the configuration has an address for. */
const ownDatabases = (
  { settings }: Managed,
  services: readonly ServiceName[],
  onlyConfigured: boolean,
): readonly KnownDatabase[] =>
  services.flatMap((service) =>
    serviceSchemas[service].flatMap(({ database: name, migrations }) => {
      try {
        return [{ service, name, migrations, address: databaseAddress(service, name, settings) }]
      } catch (error) {
        if (onlyConfigured && error instanceof UserError) return []
        throw error
      }
    }),
  )

/** The database of traces, where one is configured. */
const traceDatabase = (
  { settings }: Managed,
  [service]: readonly ServiceName[],
): readonly KnownDatabase[] => {
  if (service === undefined) return []
  const address = settings(service, commonOptions).trace.connection
  return address === undefined ? [] : [{ service, name: 'traces', migrations: traceMigrations, address }]
}

/** The databases of all cells, as the API database, which must be of today, knows them. */
const cellDatabases = async (
  managed: Managed,
  own: readonly KnownDatabase[],
): Promise<readonly KnownDatabase[]> => {
  const api = own.find(({ name }) => name === 'nova_api')
  if (api === undefined || (await schemaState(api.address, api.migrations)).missing.length > 0) return []
  const { openDatabase, clock } = managed.databases('nova')
  const db = await openDatabase<ApiTables>('nova_api', api.migrations)
  const cells = await cellMappings(db, clock).list()
  return cells.map(({ name, database }) => ({
    service: 'nova',
    name,
    address: database,
    migrations: cellSchema,
  }))
}

/**
 * Goes through the databases of the services that words of a command name, or of all. Cells come last, and are asked for
 * only then: who brings each up to date in turn comes to know cells of an API database that was of yesterday.
 */
async function* databasesOf(
  managed: Managed,
  services: readonly ServiceName[],
  onlyConfigured: boolean,
): AsyncGenerator<KnownDatabase> {
  const own = ownDatabases(managed, services, onlyConfigured)
  yield* own
  yield* traceDatabase(managed, services)
  yield* await cellDatabases(managed, own)
}

/** Does something with each database of the services that are named, or of all, one after the other. */
export const forEachDatabase = async <Result>(
  { words }: Pick<Given, 'words'>,
  places: ManagePlaces,
  work: (database: KnownDatabase) => Promise<Result>,
): Promise<readonly Result[]> => {
  const services = namedServices(words)
  return manageCloud(services, places, (managed) =>
    Array.fromAsync(databasesOf(managed, services, words.length === 0), work),
  )
}
