import { migrateDatabase } from '@nimbo/db/open-database'
import type { ManageCommand } from './command.ts'
import { manageCloud } from './managed-host.ts'
import {
  cellDatabases,
  type KnownDatabase,
  namedServices,
  ownDatabases,
  traceDatabase,
} from './synced-databases.ts'

const sync = async ({ name, address, migrations }: KnownDatabase): Promise<void> => {
  const ran = await migrateDatabase(address, migrations)
  const what = ran.length === 0 ? 'is up to date' : `has had ${ran.join(', ')}`
  process.stdout.write(`${name}: ${what}\n`)
}

export const dbSync: ManageCommand = {
  name: 'db sync',
  summary:
    'Brings the tables of services, and of every cell, up to date. A database of a newer version is refused.',
  options: {},
  words: '[SERVICE…]',
  run: async ({ words }, places) => {
    const services = namedServices(words)
    return manageCloud(services, places, async (managed) => {
      const own = ownDatabases(managed, services, words.length === 0)
      for (const database of [...own, ...traceDatabase(managed, services)]) await sync(database)
      for (const database of await cellDatabases(managed, own)) await sync(database)
      return 0
    })
  },
}
