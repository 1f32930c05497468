import { createHash, randomUUID } from 'node:crypto'
import type { MigrationSet } from '@nimbo/db/migrate'
import { migrateDatabase } from '@nimbo/db/open-database'
import { quotedName, type RunStatement, runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import { runVariables, sharedServer } from './shared-servers.ts'

/**
 * The PostgreSQL server of the run, if tests are to use it instead of SQLite (`NIMBO_TEST_DATABASE=postgresql`). Databases left
 * by a killed test disappear with the server.
 */
export const storyServer = async (): Promise<string | undefined> => {
  if (process.env[runVariables.database] !== 'postgresql') return undefined
  const server = await sharedServer('postgresql')
  if (server === undefined) throw new Error(`${runVariables.servers} must say who starts PostgreSQL`)
  return server
}

/** The URL of another database on the same server. */
const databaseOn = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A database name that belongs to `home`, or is unique. PostgreSQL truncates names after 63 characters. */
export const testDatabaseName = (name: string, home: string = randomUUID()): string =>
  `nimbo_test_${shortHash(home)}_${name}`.slice(0, 63)

/** The same name for the same migrations. */
export const templateName = (migrations: MigrationSet): string =>
  `nimbo_template_${shortHash(Object.entries(migrations).flat().map(String).join('\n'))}`

const exists = async (run: RunStatement, name: string): Promise<boolean> =>
  (await run('select 1 from pg_database where datname = $1', [name])).length > 0

/** The advisory lock under which one process creates a template while the others wait for it. */
const templateLock = 7_461_002

/** Creates a template database with these migrations if necessary; copying it is faster than migrating each database. */
const ensureTemplate = async (server: string, run: RunStatement, migrations: MigrationSet) => {
  const name = templateName(migrations)
  if (await exists(run, name)) return name
  await run('select pg_advisory_lock($1)', [templateLock])
  try {
    if (await exists(run, name)) return name
    const unfinished = `${name}_unfinished`
    await run(`drop database if exists ${quotedName(unfinished)} with (force)`)
    await run(`create database ${quotedName(unfinished)}`)
    await migrateDatabase(databaseOn(server, unfinished), migrations)
    await run(`alter database ${quotedName(unfinished)} rename to ${quotedName(name)}`)
    return name
  } finally {
    await run('select pg_advisory_unlock($1)', [templateLock])
  }
}

/** A database that a test needs. */
export interface NeededDatabase {
  readonly name: string
  readonly migrations: MigrationSet
}

/** Creates databases with their migrations unless they exist, on one connection, since opening one takes as long as a copy. */
export const createTestDatabases = (server: string, needed: readonly NeededDatabase[]): Promise<void> =>
  runOnPostgresql(server, async (run) => {
    for (const { name, migrations } of needed) {
      if (await exists(run, name)) continue
      const template = await ensureTemplate(server, run, migrations)
      await run(`create database ${quotedName(name)} template ${quotedName(template)} strategy file_copy`)
    }
  })

/** Creates a database with these migrations unless it exists; returns its URL. */
export const createTestDatabase = async (
  server: string,
  name: string,
  migrations: MigrationSet,
): Promise<string> => {
  await createTestDatabases(server, [{ name, migrations }])
  return databaseOn(server, name)
}

/** Drops databases even if they are in use. */
export const dropTestDatabases = (server: string, names: readonly string[]): Promise<void> =>
  runOnPostgresql(server, async (run) => {
    for (const name of names) await run(`drop database if exists ${quotedName(name)} with (force)`)
  })
