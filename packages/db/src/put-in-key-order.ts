import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'
import { inKeyOrder } from './in-key-order.ts'

interface KeyOrder {
  readonly table: string
  readonly columns: readonly string[]
  /** Adds the table's columns, keys and constraints, as they are. */
  readonly build: (created: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>
  /** Creates the table's indexes. */
  readonly index: () => Promise<void>
}

/**
 * Stores an existing table in the order of its primary key, where the database can, with its rows. A new row then writes one page less.
 * No other table may refer to it.
 */
export const putInKeyOrder = async (
  db: Kysely<unknown>,
  { table, columns, build, index }: KeyOrder,
): Promise<void> => {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  const ordered = `${table}_in_key_order`
  await inKeyOrder(db, build(db.schema.createTable(ordered))).execute()
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(ordered)} (${names}) select ${names} from ${sql.table(table)}`.execute(db)
  await db.schema.dropTable(table).execute()
  await db.schema.alterTable(ordered).renameTo(table).execute()
  await index()
}
