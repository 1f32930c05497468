import { syncSchema } from '@nimbo/service/manage/database-schema'
import type { AnyService } from '@nimbo/service/service'
import type { ManageCommand } from './command.ts'
import { forEachDatabase } from './synced-databases.ts'

export const dbSync = (services: readonly AnyService[]): ManageCommand => ({
  name: 'db sync',
  summary: 'Migrates the databases of services, and of all cells, to the current version.',
  details: 'A database of a newer version is an error.',
  options: {},
  words: '[SERVICE…]',
  run: async (given, places, say) => {
    await forEachDatabase(services, given, places, (database) => syncSchema(database, say))
    return 0
  },
})
