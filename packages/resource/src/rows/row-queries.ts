import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import {
  type Compilable,
  QueryCreator,
  type QueryExecutorProvider,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { columnOf, type Kind } from '../describe/kind.ts'
import { parentFactColumns, type Row } from './row-codec.ts'

export type Condition = RawBuilder<SqlBool>

/** A database or a transaction. */
export type Db = QueryExecutorProvider

/** Selects all rows by column values, in no order. */
export interface LookUp {
  /** Any of the values may match a column; no list is empty. */
  readonly columns: Readonly<Record<string, readonly unknown[]>>
  /** Restricts it to resources visible to this project. */
  readonly projectId?: string
  /** Whether to join the parent's facts. */
  readonly withParent: boolean
}

interface RowSelection {
  readonly where: readonly Condition[]
  readonly order: readonly SortColumn[]
  readonly after?: Row
  readonly limit: number
  /** How many to skip. */
  readonly offset?: number
  readonly withParent: boolean
}

/** The maximum size of any list. */
export const longestList = 100_000

/** The queries of a kind, created once so that frequent ones are prepared once. */
export interface RowQueries {
  select(selection: RowSelection): RawBuilder<Row>
  lookUp(db: Db, lookUp: LookUp): Promise<Row[]>
  /** How many rows were inserted: none when the id or another unique column exists already. */
  insert(db: Db, values: { readonly row: Row }): Promise<number>
  /** The changed row with incremented revision; none when it does not exist. */
  update(db: Db, values: { readonly id: string; readonly changes: Row }): Promise<Row[]>
  /** How many rows were deleted. */
  delete(db: Db, values: { readonly id: string }): Promise<number>
}

const compiledBy = (db: Db, query: RawBuilder<Row>): Compilable<Row> => ({
  compile: () => query.compile(db),
})

/** Builds changes of any table. One without `returning` spares SQLite a table of its own for the rows it would return. */
export const changesIn = (db: Db): QueryCreator<Record<string, Record<string, unknown>>> =>
  new QueryCreator({ executor: db.getExecutor() })

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join([...conditions], sql` and `)}`

/** The condition that a column has one of these stored values. */
export const columnIsOneOf = (name: string, values: readonly unknown[]): Condition => {
  if (values.length === 0) return sql<SqlBool>`1 = 0`
  const column = sql.ref(name)
  const present = values.filter((value) => value !== null)
  const inList = present.length > 0 ? sql<SqlBool>`${column} in (${sql.join(present)})` : sql<SqlBool>`1 = 0`
  return values.includes(null) ? sql<SqlBool>`(${inList} or ${column} is null)` : inList
}

/** Joins the parent's facts without overwriting the row's own columns. */
const joinedParent = ({ collection, parent }: Kind): RawBuilder<unknown> => {
  if (!parent) return sql``
  const facts = parentFactColumns(parent).map(
    ({ fact, column }) => sql`${sql.ref(column)} as ${sql.ref(fact)}`,
  )
  const key = sql.ref(`${collection}.${columnOf(parent.attribute)}`)
  return sql`join (select id as parent_id, ${sql.join(facts)} from ${sql.table(parent.kind.collection)}) as parent
      on parent_id = ${key}`
}

/** Creates the queries of a kind; `visibleTo` is the condition for resources visible to a project. */
export const rowQueries = (kind: Kind, visibleTo: (projectId: string) => Condition): RowQueries => {
  const table = sql.table(kind.collection)
  const parent = joinedParent(kind)
  const countsUp = 'revision_number' in kind.attributes ? sql`, revision_number = revision_number + 1` : sql``
  const select = ({ where, order, after, limit, offset = 0, withParent }: RowSelection): RawBuilder<Row> => {
    const conditions = after ? [...where, sql<SqlBool>`${afterRow(order, after)}`] : where
    return sql<Row>`
      select * from ${table} ${withParent ? parent : sql``} where ${allOf(conditions)}
      ${order.length > 0 ? sql`order by ${sql.join(orderTerms(order))}` : sql``} limit ${sql.lit(Math.min(limit, longestList))}
      ${offset > 0 ? sql`offset ${sql.lit(offset)}` : sql``}
    `
  }
  return {
    select,
    lookUp: prepared((db: Db, { columns, projectId, withParent }: LookUp) => {
      const where = Object.entries(columns).map(([column, values]) =>
        columnIsOneOf(`${kind.collection}.${column}`, values),
      )
      if (projectId !== undefined) where.push(visibleTo(projectId))
      // Few rows are sorted sooner here than by SQLite, which makes a table for it.
      return compiledBy(db, select({ where, order: [], limit: longestList, withParent }))
    }),
    insert: prepared((db: Db, { row }: { readonly row: Row }) =>
      changesIn(db)
        .insertInto(kind.collection)
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    ),
    update: prepared((db: Db, { id, changes }: { readonly id: string; readonly changes: Row }) => {
      const assignments = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      return compiledBy(
        db,
        sql<Row>`update ${table} set ${sql.join(assignments)}${countsUp} where id = ${id} returning *`,
      )
    }),
    delete: prepared((db: Db, { id }: { readonly id: string }) =>
      changesIn(db).deleteFrom(kind.collection).where('id', '=', id),
    ),
  }
}
