import { join } from 'node:path'
import { type LentDatabase, lendDatabase } from '@nimbo/db/lend-database'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import { createTestDatabase, testDatabaseName, testServer } from '@nimbo/db/test-server'
import type { ServiceHost } from '@nimbo/service/service-host'
import { sharedResources } from '@nimbo/service/shared-resources'
import type { Kysely } from 'kysely'
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
  const lent: LentDatabase[] = []
  const open = async (name: string, migrations: MigrationSet): Promise<Kysely<unknown>> => {
    if (server === undefined)
      return openDatabase(
        home === undefined ? 'sqlite::memory:' : `sqlite:${join(home, `${name}.db`)}`,
        migrations,
      )
    if (home !== undefined) {
      const url = await createTestDatabase(server, testDatabaseName(name, home), migrations)
      return openDatabase(url, migrations, pool)
    }
    const database = await lendDatabase(server, migrations)
    lent.push(database)
    return openDatabase(database.url, migrations, pool)
  }
  return {
    openDatabase: async <Tables>(name: string, migrations: MigrationSet) =>
      (await opened.get(name, () => open(name, migrations))) as Kysely<Tables>,
    close: async () => {
      await opened.close()
      for (const database of lent.splice(0)) await database.giveBack()
    },
  }
}
