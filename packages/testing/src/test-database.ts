import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'
import { lendDatabase } from './lend-database.ts'
import { migratedDatabase } from './migrated-database.ts'
import { storyServer } from './test-server.ts'

export interface TestDatabase<Tables> {
  readonly db: Kysely<Tables>
  close(): Promise<void>
}

/** An empty database for one test: on the server that the environment names, otherwise SQLite in memory. */
export const testDatabase = async <Tables>(migrations: MigrationSet): Promise<TestDatabase<Tables>> => {
  const server = await storyServer()
  if (server === undefined) {
    const db = await migratedDatabase<Tables>(migrations)
    return { db, close: () => db.destroy() }
  }
  return lendDatabase<Tables>(server, migrations)
}
