import { join } from 'node:path'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import type { ServiceHost } from '@nimbo/service/service-host'
import { sharedResources } from '@nimbo/service/shared-resources'
import type { Kysely } from 'kysely'

export interface TestDatabases {
  readonly openDatabase: ServiceHost['openDatabase']
  close(): Promise<void>
}

/** Databases of one test: in memory, or (with `home`) files of that directory, which outlast it. */
export const testDatabases = (home?: string): TestDatabases => {
  const opened = sharedResources<Kysely<unknown>>((db) => db.destroy())
  const url = (name: string) =>
    home === undefined ? 'sqlite::memory:' : `sqlite:${join(home, `${name}.db`)}`
  return {
    openDatabase: async <Tables>(name: string, migrations: MigrationSet) =>
      (await opened.get(name, () => openDatabase(url(name), migrations))) as Kysely<Tables>,
    close: () => opened.close(),
  }
}
