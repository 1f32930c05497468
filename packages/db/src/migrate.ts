import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'

/** The migrations of one service. Names sort in execution order: `0001-tables`. */
export type MigrationSet = Readonly<Record<string, (db: Kysely<unknown>) => Promise<void>>>

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
  constructor(migration: string) {
    super(`the database was written by a newer version (it has the migration ${migration})`)
  }
}

export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
  /** Migrations that the database lacks, in order. */
  readonly missing: readonly string[]
  constructor(missing: readonly string[]) {
    super(`the database lacks the migrations ${missing.join(', ')}; run "nimbo manage db sync"`)
    this.missing = missing
  }
}

/** The migrations of a database compared with the current ones. */
export interface SchemaState {
  /** Applied migrations, in order. */
  readonly applied: readonly string[]
  /** Current migrations that are not applied. */
  readonly missing: readonly string[]
  /** Applied migrations that are unknown here: a newer version made them. */
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

/** Compares applied with current migrations. */
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

/** Throws unless all and only the current migrations are applied. */
export const checkSchema = ({ missing, unknown }: SchemaState): void => {
  if (unknown[0] !== undefined) throw new SchemaTooNew(unknown[0])
  if (missing.length > 0) throw new SchemaTooOld(missing)
}

/**
 * Applies missing migrations in one transaction, so that a process that is killed meanwhile leaves none half done; concurrent
 * processes wait for each other. Returns the applied ones. `db` must have no statement timeout.
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
