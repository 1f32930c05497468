import { join } from 'node:path'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import type { ServiceHost } from '@nimbo/service/service-host'
import { sharedResources } from '@nimbo/service/shared-resources'
import type { Kysely } from 'kysely'
import { type TestDatabase, testDatabase } from './test-database.ts'
import { createTestDatabase, storyServer, testDatabaseName } from './test-server.ts'

export interface TestDatabases {
  readonly openDatabase: ServiceHost['openDatabase']
  close(): Promise<void>
}

/** A database that outlives the test, and is found again by the same `home`. */
const lasting = async (
  home: string,
  name: string,
  migrations: MigrationSet,
): Promise<TestDatabase<unknown>> => {
  const server = await storyServer()
  const url =
    server === undefined
      ? `sqlite:${join(home, `${name}.db`)}`
      : await createTestDatabase(server, testDatabaseName(name, home), migrations)
  const db = await openDatabase<unknown>(url, migrations)
  return { db, close: () => db.destroy() }
}

/**
 * The databases of one test: on the PostgreSQL server that the environment names ({@link storyServer}), otherwise SQLite in
 * memory. With the directory `home` they outlive the test, and are found again by the same directory.
 */
export const testDatabases = (home?: string): TestDatabases => {
  const opened = sharedResources<TestDatabase<unknown>>((database) => database.close())
  const open = (name: string, migrations: MigrationSet): Promise<TestDatabase<unknown>> =>
    home === undefined ? testDatabase(migrations) : lasting(home, name, migrations)
  return {
    openDatabase: async <Tables>(name: string, migrations: MigrationSet) =>
      (await opened.get(name, () => open(name, migrations))).db as Kysely<Tables>,
    close: () => opened.close(),
  }
}
