import type { MigrationSet } from '@nimbo/db/migrate'
import { createTestDatabase, dropTestDatabases, storyServer, testDatabaseName } from './test-server.ts'

export interface CloudDatabases {
  /** Makes the database where that is a matter of its own, and tells its address. */
  url(name: string, migrations: MigrationSet): Promise<string>
  drop(): Promise<void>
}

/**
 * Where a whole cloud of a test keeps its databases: as files of `directory`, or on the server the environment names
 * ({@link storyServer}). The same state directory finds the same databases.
 */
export const cloudDatabases = (stateDir: string, directory: string): CloudDatabases => {
  const names = new Set<string>()
  return {
    url: async (name, migrations) => {
      const server = await storyServer()
      if (server === undefined) return `sqlite:${directory}/${name}.db`
      const database = testDatabaseName(name, stateDir)
      names.add(database)
      return createTestDatabase(server, database, migrations)
    },
    drop: async () => {
      const server = names.size === 0 ? undefined : await storyServer()
      if (server !== undefined) await dropTestDatabases(server, [...names])
    },
  }
}
