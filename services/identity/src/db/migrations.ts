import type { MigrationSet } from '@nimbo/db/migrate'
import { createTables } from './0001-tables.ts'
import { addPasswordRules } from './0002-password-rules.ts'

export const identityMigrations: MigrationSet = {
  '0001-tables': createTables,
  '0002-password-rules': addPasswordRules,
}
