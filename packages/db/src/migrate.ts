import { type Kysely, Migrator } from 'kysely'

/** Tables of one service, as steps from nothing to today. Names sort in the order they run: `0001-tables`. */
export type MigrationSet = Readonly<Record<string, (db: Kysely<unknown>) => Promise<void>>>

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
  constructor(migration: string) {
    super(`the database was written by a newer version (it has the migration ${migration})`)
  }
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

/** Runs the migrations this database does not have yet; two processes at once wait for each other. */
export const migrate = async <Tables>(db: Kysely<Tables>, migrations: MigrationSet): Promise<void> => {
  const untyped = db as unknown as Kysely<unknown>
  const recorded = await recordedMigrations(untyped)
  const unknown = recorded.find((name) => !(name in migrations))
  if (unknown) throw new SchemaTooNew(unknown)
  if (recorded.length === Object.keys(migrations).length) return
  const migrator = new Migrator({
    db: untyped,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, up]) => [name, { up }])),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
