import { databaseErrors } from '@nimbo/db/database-faults'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { Kysely, KyselyPlugin } from 'kysely'

/** Fails every query of a database while its address is among the outages. */
const refusing = (database: string, outages: ReadonlySet<string>): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (outages.has(database)) throw databaseErrors.DatabaseUnavailable({ reason: 'connect ECONNREFUSED' })
    return node
  },
  transformResult: async ({ result }) => result,
})

/** Opens the same databases, but with outages that a test controls. */
export const databasesWithOutages = (
  openDatabase: ServiceHost['openDatabase'],
  outages: ReadonlySet<string>,
): ServiceHost['openDatabase'] => {
  return async <Tables>(database: string, migrations: MigrationSet): Promise<Kysely<Tables>> =>
    (await openDatabase<Tables>(database, migrations)).withPlugin(refusing(database, outages))
}
