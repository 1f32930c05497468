import type { OnlineMigration } from './online-migration.ts'

/**
 * The online migrations of this version. There are none: every change of stored data so far was made by a migration of the schema
 * or is made when a row is read.
 */
export const allOnlineMigrations: readonly OnlineMigration[] = []
