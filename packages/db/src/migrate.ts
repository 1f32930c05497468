import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'

/** Tables of one service, as steps from nothing to today. Names sort in the order they run: `0001-tables`. */
export type MigrationSet = Readonly<Record<string, (db: Kysely<unknown>) => Promise<void>>>

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
  constructor(migration: string) {
    super(`the database was written by a newer version (it has the migration ${migration})`)
  }
}

export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
  /** Migrations the database does not have, in order. */
  readonly missing: readonly string[]
  constructor(missing: readonly string[]) {
    super(`the database lacks the migrations ${missing.join(', ')}; run "nimbo manage db sync"`)
    this.missing = missing
  }
}

/** Where a database stands between nothing and today. */
export interface SchemaState {
  /** Migrations it has had, in order. */
  readonly applied: readonly string[]
  /** Those of today it has not had. */
  readonly missing: readonly string[]
  /** Those it has had that today does not know: a newer version wrote it. */
  readonly unknown: readonly string[]
}

const recordedMigrations = async (db: Kysely<unknown>): Promise<string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const recorded = db as Kysely<{ kysely_migration: { name: string } }>
  const rows = await recorded
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .limit(10_000)
    .execute()
  return rows.map(({ name }) => name)
}

/** Compares the migrations a database has had with those of today. */
export const compareSchema = async <Tables>(
  db: Kysely<Tables>,
  migrations: MigrationSet,
): Promise<SchemaState> => {
  const applied = await recordedMigrations(db as unknown as Kysely<unknown>)
  return {
    applied,
    missing: Object.keys(migrations)
      .filter((name) => !applied.includes(name))
      .sort(),
    unknown: applied.filter((name) => !(name in migrations)),
  }
}

/** Refuses a database that is not of today. */
export const checkSchema = ({ missing, unknown }: SchemaState): void => {
  if (unknown[0] !== undefined) throw new SchemaTooNew(unknown[0])
  if (missing.length > 0) throw new SchemaTooOld(missing)
}

/**
 * Runs the migrations this database does not have yet; two processes at once wait for each other. Gives those it ran.
 * `db` must have no time limit for statements.
 */
export const migrate = async <Tables>(
  db: Kysely<Tables>,
  migrations: MigrationSet,
): Promise<readonly string[]> => {
  const { unknown } = await compareSchema(db, migrations)
  if (unknown[0] !== undefined) throw new SchemaTooNew(unknown[0])
  const migrator = new Migrator({
    db: db as unknown as Kysely<unknown>,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, up]) => [name, { up }])),
    },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}
