import { type Kysely, SqliteAdapter, sql } from 'kysely'

const countsTable = 'quota_usages'

/**
 * The counts of a project and a table are in sixteen rows, by the first character of the counted row's id, so that concurrent
 * transactions of one project seldom wait for the same row.
 */
const slotOf = (row: 'new' | 'old') => `substr(${row}.id, 1, 1)`

const plus = (table: string): string => `
  insert into ${countsTable} (project_id, resource, slot, used)
  values (new.project_id, '${table}', ${slotOf('new')}, 1)
  on conflict (project_id, resource, slot) do update set used = ${countsTable}.used + 1;`

const minus = (table: string): string => `
  update ${countsTable} set used = used - 1
  where project_id = old.project_id and resource = '${table}' and slot = ${slotOf('old')};`

const moments = (table: string) => [
  { name: 'made', when: 'insert', does: plus(table) },
  { name: 'gone', when: 'delete', does: minus(table) },
  { name: 'moved', when: 'update of project_id', does: minus(table) + plus(table) },
]

/** Creates the table of the counts that triggers keep. */
export const createKeptCounts = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable(countsTable)
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('slot', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_usages_slot', ['project_id', 'resource', 'slot'])
    .execute()
}

/** Counts the table's rows by `project_id` anew; for all projects, or one. */
export const recount = async <Tables>(
  db: Kysely<Tables>,
  table: string,
  projectId?: string,
): Promise<void> => {
  const one = projectId === undefined ? sql`` : sql`and project_id = ${projectId}`
  await sql`delete from ${sql.table(countsTable)} where resource = ${table} ${one}`.execute(db)
  await sql`insert into ${sql.table(countsTable)} (project_id, resource, slot, used)
    select project_id, ${sql.lit(table)}, substr(id, 1, 1), count(*) from ${sql.table(table)}
    where project_id is not null ${one} group by project_id, substr(id, 1, 1)`.execute(db)
}

/**
 * Counts the rows of a table by `project_id`, and creates triggers with which the database itself keeps the counts, in the
 * transaction of every change, cascades included.
 */
export const keepCount = async (db: Kysely<unknown>, table: string): Promise<void> => {
  const onSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const { name, when, does } of moments(table)) {
    const trigger = `${table}_count_${name}`
    const head = `create trigger ${trigger} after ${when} on ${table} for each row`
    if (onSqlite) await sql.raw(`${head} begin ${does} end`).execute(db)
    else {
      const body = `begin ${does} return null; end`
      await sql
        .raw(`create function ${trigger}() returns trigger language plpgsql as $count$ ${body} $count$`)
        .execute(db)
      await sql.raw(`${head} execute function ${trigger}()`).execute(db)
    }
  }
  await recount(db, table)
}
