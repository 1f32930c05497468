import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import type { Kysely } from 'kysely'
import { lendDatabase } from './lend-database.ts'
import { migratedDatabase } from './migrated-database.ts'
import { storyServer } from './test-server.ts'

export interface TestDatabase<Tables> {
  readonly db: Kysely<Tables>
  close(): Promise<void>
}

/** One test needs few concurrent connections. */
const pool = { poolSize: 4, poolOverflow: 6 }

/** An empty database for one test: on the server that the environment names, otherwise SQLite in memory. */
export const testDatabase = async <Tables>(migrations: MigrationSet): Promise<TestDatabase<Tables>> => {
  const server = await storyServer()
  if (server === undefined) {
    const db = await migratedDatabase<Tables>(migrations)
    return { db, close: () => db.destroy() }
  }
  const { url, giveBack } = await lendDatabase(server, migrations)
  const db = await openDatabase<Tables>(url, migrations, pool)
  return {
    db,
    close: async () => {
      await db.destroy()
      await giveBack()
    },
  }
}
