import { saySchemaVersions, schemaExitCodes, schemaVersion } from '@nimbo/service/manage/database-schema'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { apiDatabase } from './api-database.ts'

export const apiDbVersionCommand: ServiceCommand = {
  name: 'api_db version',
  summary: "Shows the latest migration of compute's API database.",
  exitCodes: schemaExitCodes,
  options: {},
  run: async (_, managed, say) => saySchemaVersions([await schemaVersion(apiDatabase(managed))], say),
}
