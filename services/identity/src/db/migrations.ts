import type { MigrationSet } from '@nimbo/db/migrate'
import { createTables } from './0001-tables.ts'

export const identityMigrations: MigrationSet = { '0001-tables': createTables }
