import { saySchemaVersions, schemaExitCodes, schemaVersion } from '@nimbo/service/manage/database-schema'
import type { AnyService } from '@nimbo/service/service'
import type { ManageCommand } from './command.ts'
import { forEachDatabase } from './synced-databases.ts'

export const dbVersion = (services: readonly AnyService[]): ManageCommand => ({
  name: 'db version',
  summary: 'Shows the latest migration of each database.',
  exitCodes: schemaExitCodes,
  options: {},
  words: '[SERVICE…]',
  run: async (given, places, say) =>
    saySchemaVersions(await forEachDatabase(services, given, places, schemaVersion), say),
})
