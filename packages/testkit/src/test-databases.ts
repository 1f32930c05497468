import { join } from 'node:path'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import type { ServiceHost } from '@nimbo/service/service-host'
import { sharedResources } from '@nimbo/service/shared-resources'
import type { Kysely } from 'kysely'
import {
  createTestDatabase,
  dropTestDatabases,
  testDatabaseName,
  testServer,
} from './postgresql-databases.ts'

export interface TestDatabases {
  readonly openDatabase: ServiceHost['openDatabase']
  close(): Promise<void>
}

/** Few at once speak to a database of one test. */
const pool = { poolSize: 4, poolOverflow: 6 }

/**
 * Databases of one test: on the PostgreSQL server the environment names ({@link testServer}), otherwise SQLite in memory.
 * With `home`, a directory, they outlast the test, and are found again by the same one.
 */
export const testDatabases = (home?: string): TestDatabases => {
  const server = testServer()
  const opened = sharedResources<Kysely<unknown>>((db) => db.destroy())
  const made: string[] = []
  const open = async (name: string, migrations: MigrationSet): Promise<Kysely<unknown>> => {
    if (server === undefined)
      return openDatabase(
        home === undefined ? 'sqlite::memory:' : `sqlite:${join(home, `${name}.db`)}`,
        migrations,
      )
    const database = testDatabaseName(name, home)
    if (home === undefined) made.push(database)
    return openDatabase(await createTestDatabase(server, database, migrations), migrations, pool)
  }
  return {
    openDatabase: async <Tables>(name: string, migrations: MigrationSet) =>
      (await opened.get(name, () => open(name, migrations))) as Kysely<Tables>,
    close: async () => {
      await opened.close()
      if (server !== undefined && made.length > 0) await dropTestDatabases(server, made.splice(0))
    },
  }
}
