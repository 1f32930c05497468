import type { Kysely } from 'kysely'
import { SqliteDatabase } from './sqlite-database.ts'

/**
 * Resolves when everything committed so far survives a power failure. PostgreSQL syncs each commit anyway; SQLite, as opened here,
 * does not.
 */
export const syncCommits = async <Tables>(db: Kysely<Tables>): Promise<void> => {
  if (db instanceof SqliteDatabase) await db.syncCommits()
}
