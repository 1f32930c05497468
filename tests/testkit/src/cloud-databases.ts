import type { MigrationSet } from '@nimbo/db/migrate'
import {
  createTestDatabase,
  dropTestDatabases,
  storyServer,
  testDatabaseName,
} from '@nimbo/testing/test-server'

export interface CloudDatabases {
  /** Creates the database where necessary; returns its URL. */
  url(name: string, migrations: MigrationSet): Promise<string>
  drop(): Promise<void>
}

/** The databases of a whole test cloud: files in `directory`, as `nimbo up` has them. */
export const sqliteDatabases = (directory: string): CloudDatabases => ({
  url: async (name) => `sqlite:${directory}/${name}.db`,
  drop: async () => {},
})

/**
 * The databases of a whole test cloud: files in `directory`, or databases on the server that the environment names ({@link
 * storyServer}). The same state directory finds the same databases again.
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
