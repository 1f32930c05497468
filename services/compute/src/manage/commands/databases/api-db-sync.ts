import { syncSchema } from '@nimbo/service/manage/database-schema'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { apiDatabase } from './api-database.ts'

export const apiDbSyncCommand: ServiceCommand = {
  name: 'api_db sync',
  summary: "Migrates compute's API database to the current version.",
  details: 'nimbo manage db sync nova does so too, and then migrates the databases of all cells.',
  options: {},
  run: async (_, managed, say) => {
    await syncSchema(apiDatabase(managed), say)
    return 0
  },
}
