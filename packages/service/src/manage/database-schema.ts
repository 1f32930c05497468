import { migrateDatabase, schemaState } from '@nimbo/db/open-database'
import type { FurtherDatabase } from '../service.ts'
import type { Say } from './command.ts'
import { tableOf } from './table.ts'

/** Migrates a database to the current version, and says what it has had. A database of a newer version is an error. */
export const syncSchema = async ({ name, address, migrations }: FurtherDatabase, say: Say): Promise<void> => {
  const ran = await migrateDatabase(address, migrations)
  say(`${name}: ${ran.length === 0 ? 'is up to date' : `has had ${ran.join(', ')}`}\n`)
}

interface SchemaVersion {
  readonly name: string
  readonly version: string
  readonly state: 'newer' | 'older' | 'current'
}

/** The last migration of a database. */
export const schemaVersion = async ({
  name,
  address,
  migrations,
}: FurtherDatabase): Promise<SchemaVersion> => {
  const { applied, missing, unknown } = await schemaState(address, migrations)
  const state = unknown.length > 0 ? 'newer' : missing.length > 0 ? 'older' : 'current'
  return { name, version: applied.at(-1) ?? '', state }
}

/** The exit codes of {@link saySchemaVersions}. */
export const schemaExitCodes = {
  0: 'all databases have the current version',
  1: 'a database is older or newer',
} as const

/** Prints the versions of databases; returns the exit code. */
export const saySchemaVersions = (all: readonly SchemaVersion[], say: Say): number => {
  const rows = all.map(({ name, version, state }) => [name, version, state])
  say(tableOf(['Database', 'Version', 'State'], rows))
  return all.every(({ state }) => state === 'current') ? 0 : 1
}
