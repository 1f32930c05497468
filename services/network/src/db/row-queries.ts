import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import { type Compilable, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ResourceType } from '../domain/attribute.ts'
import { columnOf, parentFactColumns, type Row, type RowCodec, rowCodec } from './row-codec.ts'
import type { NetworkTables } from './tables.ts'

export type Condition = RawBuilder<SqlBool>

/** Whose resources a query may see: everyone's, or what one project may know of. */
export type Scope = 'all' | { readonly projectId: string }

/** Rows by the values of their columns, all of them, by id. */
export interface LookUp {
  /** Any of the values will do for a column; none of the lists is empty. */
  readonly columns: Readonly<Record<string, readonly unknown[]>>
  /** Narrows it to what this project may know of. */
  readonly projectId?: string
  /** With what policies ask of the parent. */
  readonly withParent: boolean
}

interface RowSelection {
  readonly where: readonly Condition[]
  readonly order: readonly SortColumn[]
  readonly after?: Row
  readonly limit: number
  readonly withParent: boolean
}

/** No list is longer, whoever asks. */
export const longestList = 100_000

/** The queries of one kind of resource; made once a kind, since those that run for every request are built once. */
export interface RowQueries {
  readonly type: ResourceType
  readonly codec: RowCodec
  /** What of this kind a project may know of. */
  visibleTo(projectId: string): Condition
  select(selection: RowSelection): RawBuilder<Row>
  lookUp(db: Kysely<NetworkTables>, lookUp: LookUp): Promise<Row[]>
  /** No row when one with the same id, or the same unique columns, is there already. */
  insert(db: Kysely<NetworkTables>, values: { readonly row: Row }): Promise<Row[]>
  /** The row with its changes, its revision counted up; none when there is no such resource. */
  update(db: Kysely<NetworkTables>, values: { readonly id: string; readonly changes: Row }): Promise<Row[]>
  delete(db: Kysely<NetworkTables>, values: { readonly id: string }): Promise<Row[]>
}

const compiledBy = (db: Kysely<NetworkTables>, query: RawBuilder<Row>): Compilable<Row> => ({
  compile: () => query.compile(db),
})

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join([...conditions], sql` and `)}`

/** The column, which `name` says with its table, has one of these values as the database keeps them. */
export const columnIsOneOf = (name: string, values: readonly unknown[]): Condition => {
  const column = sql.ref(name)
  const present = values.filter((value) => value !== null)
  const inList = present.length > 0 ? sql<SqlBool>`${column} in (${sql.join(present)})` : sql<SqlBool>`1 = 0`
  return values.includes(null) ? sql<SqlBool>`(${inList} or ${column} is null)` : inList
}

/** Joins a row with what policies ask of its parent, and with nothing whose name its own columns have. */
const joinedParent = ({ collection, parent }: ResourceType): RawBuilder<unknown> => {
  if (!parent) return sql``
  const facts = parentFactColumns(parent).map(
    ({ fact, column }) => sql`${sql.ref(column)} as ${sql.ref(fact)}`,
  )
  const key = sql.ref(`${collection}.${columnOf(parent.attribute)}`)
  return sql`join (select id as parent_id, ${sql.join(facts)} from ${sql.table(parent.type.collection)}) as parent
      on parent_id = ${key}`
}

export const rowQueries = (type: ResourceType, visibleTo: (projectId: string) => Condition): RowQueries => {
  const table = sql.table(type.collection)
  const parent = joinedParent(type)
  const select = ({ where, order, after, limit, withParent }: RowSelection): RawBuilder<Row> => {
    const conditions = after ? [...where, sql<SqlBool>`${afterRow(order, after)}`] : where
    return sql<Row>`
      select * from ${table} ${withParent ? parent : sql``} where ${allOf(conditions)}
      order by ${sql.join(orderTerms(order))} limit ${sql.lit(Math.min(limit, longestList))}
    `
  }
  return {
    type,
    codec: rowCodec(type),
    visibleTo,
    select,
    lookUp: prepared((db: Kysely<NetworkTables>, { columns, projectId, withParent }: LookUp) => {
      const where = Object.entries(columns).map(([column, values]) =>
        columnIsOneOf(`${type.collection}.${column}`, values),
      )
      if (projectId !== undefined) where.push(visibleTo(projectId))
      const order = [{ column: 'id', direction: 'asc' as const }]
      return compiledBy(db, select({ where, order, limit: longestList, withParent }))
    }),
    insert: prepared((db: Kysely<NetworkTables>, { row }: { readonly row: Row }) => {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
      const values = sql.join(Object.values(row))
      return compiledBy(
        db,
        sql<Row>`insert into ${table} (${columns}) values (${values}) on conflict do nothing returning *`,
      )
    }),
    update: prepared((db: Kysely<NetworkTables>, { id, changes }: { id: string; changes: Row }) => {
      const assignments = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      return compiledBy(
        db,
        sql<Row>`update ${table} set ${sql.join(assignments)}, revision_number = revision_number + 1
          where id = ${id} returning *`,
      )
    }),
    delete: prepared((db: Kysely<NetworkTables>, { id }: { readonly id: string }) =>
      compiledBy(db, sql<Row>`delete from ${table} where id = ${id} returning id`),
    ),
  }
}
