import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import type { Json } from '@nimbo/kernel/json'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ResourceType } from '../domain/attribute.ts'
import { columnOf, type Row, type RowCodec, toColumn } from './row-codec.ts'
import type { NetworkTables } from './tables.ts'

export type Condition = RawBuilder<SqlBool>

/** Attributes under their API names, without those kept in other tables. */
export type Kept = Readonly<Record<string, Json>> & { readonly id: string }

export interface Sort {
  readonly attribute: string
  readonly direction: 'asc' | 'desc'
}

export interface Selection {
  readonly where: readonly Condition[]
  /** Order before the id, which always comes last. */
  readonly sort?: readonly Sort[]
  readonly limit?: number
  /** Id of the last resource of the page before. */
  readonly marker?: string
  /** The page before the marker instead of the one after it. */
  readonly backwards?: boolean
  /** Attributes that are wanted: what lies in other tables is read only if it is among them. All unless given. */
  readonly fields?: readonly string[]
}

/** No list is longer, whoever asks. */
const longestList = 100_000

const matchesAll = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join([...conditions], sql` and `)}`

/** The attribute has one of these values. */
export const isOneOf = (type: ResourceType, attribute: string, values: readonly unknown[]): Condition => {
  const described = type.attributes[attribute]
  const column = sql.ref(`${type.collection}.${columnOf(attribute)}`)
  const kept = values.map((value) => (described ? toColumn(described, value) : value))
  if (kept.length === 0) return sql<SqlBool>`1 = 0`
  const present = kept.filter((value) => value !== null)
  const inList = present.length > 0 ? sql<SqlBool>`${column} in (${sql.join(present)})` : sql<SqlBool>`1 = 0`
  return kept.includes(null) ? sql<SqlBool>`(${inList} or ${column} is null)` : inList
}

/** The rows of one kind of resource, read and written by the declaration of its attributes. */
export class Collection {
  readonly type: ResourceType
  readonly #codec: RowCodec
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>, codec: RowCodec) {
    this.type = codec.type
    this.#codec = codec
    this.#db = db
  }

  async find(selection: Selection): Promise<Kept[]> {
    const { limit = longestList, marker, backwards = false } = selection
    const order = this.#order(selection.sort ?? [], backwards)
    const conditions = [...selection.where]
    if (marker !== undefined) {
      const row = await this.#row(marker)
      if (!row) return []
      conditions.push(sql<SqlBool>`${afterRow(order, row)}`)
    }
    const { rows } = await sql<Row>`
      select * from ${this.#table()} where ${matchesAll(conditions)}
      order by ${sql.join(orderTerms(order))} limit ${sql.lit(Math.min(limit, longestList))}
    `.execute(this.#db)
    const found = rows.map((row) => this.#kept(row))
    return backwards ? found.reverse() : found
  }

  async get(id: string): Promise<Kept | undefined> {
    const row = await this.#row(id)
    return row && this.#kept(row)
  }

  /** Whether there is any. */
  async some(where: readonly Condition[]): Promise<boolean> {
    const { rows } = await sql<Row>`
      select id from ${this.#table()} where ${matchesAll(where)} limit 1
    `.execute(this.#db)
    return rows.length > 0
  }

  /** False when a row with the same id, or the same unique columns, is there already. `extra` are columns beside the attributes. */
  async insert(values: Row & { readonly id: string }, extra: Row = {}): Promise<boolean> {
    const row = { ...this.#codec.toRow(values), ...extra }
    const { rows } = await sql<Row>`
      insert into ${this.#table()} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(row))}) on conflict do nothing returning id
    `.execute(this.#db)
    return rows.length === 1
  }

  /** Writes the changes and counts the revision up; false when there is no such resource. */
  async update(id: string, changes: Row, updatedAt: string): Promise<boolean> {
    const row: Row = { ...this.#codec.toRow(changes), updated_at: updatedAt }
    const assignments = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    const { rows } = await sql<Row>`
      update ${this.#table()} set ${sql.join(assignments)}, revision_number = revision_number + 1
      where id = ${id} returning id
    `.execute(this.#db)
    return rows.length === 1
  }

  async delete(id: string): Promise<boolean> {
    const { rows } = await sql<Row>`delete from ${this.#table()} where id = ${id} returning id`.execute(
      this.#db,
    )
    return rows.length === 1
  }

  #table() {
    return sql.table(this.type.collection)
  }

  async #row(id: string): Promise<Row | undefined> {
    const { rows } = await sql<Row>`select * from ${this.#table()} where id = ${id}`.execute(this.#db)
    return rows[0]
  }

  #kept(row: Row): Kept {
    return this.#codec.fromRow(row) as Kept
  }

  #order(sort: readonly Sort[], backwards: boolean): SortColumn[] {
    const flipped = { asc: 'desc', desc: 'asc' } as const
    return [...sort.filter(({ attribute }) => attribute !== 'id'), idOrder(sort)].map(
      ({ attribute, direction }) => ({
        column: columnOf(attribute),
        direction: backwards ? flipped[direction] : direction,
        nullable: attribute !== 'id',
      }),
    )
  }
}

const idOrder = (sort: readonly Sort[]): Sort =>
  sort.find(({ attribute }) => attribute === 'id') ?? { attribute: 'id', direction: 'asc' }
