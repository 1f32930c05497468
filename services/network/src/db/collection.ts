import type { SortColumn } from '@nimbo/db/keyset'
import type { Json } from '@nimbo/kernel/json'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { ResourceType } from '../domain/attribute.ts'
import { columnOf, type Row, toColumn } from './row-codec.ts'
import { type Condition, columnIsOneOf, longestList, type RowQueries, type Scope } from './row-queries.ts'
import type { NetworkTables } from './tables.ts'

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
  /** With what policies ask of the parent. */
  readonly withParent?: boolean
}

/** Any of the values will do for an attribute that has a column. */
export type ByAttribute = ReadonlyMap<string, readonly unknown[]>

const keptValues = (type: ResourceType, attribute: string, values: readonly unknown[]): unknown[] => {
  const described = type.attributes[attribute]
  return values.map((value) => (described ? toColumn(described, value) : value))
}

/** The attribute has one of these values. */
export const isOneOf = (type: ResourceType, attribute: string, values: readonly unknown[]): Condition =>
  values.length === 0
    ? sql<SqlBool>`1 = 0`
    : columnIsOneOf(`${type.collection}.${columnOf(attribute)}`, keptValues(type, attribute, values))

/** The rows of one kind of resource, read and written by the declaration of its attributes. */
export class Collection {
  readonly type: ResourceType
  readonly #queries: RowQueries
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>, queries: RowQueries) {
    this.type = queries.type
    this.#queries = queries
    this.#db = db
  }

  /** Any page of any selection. */
  async find(selection: Selection): Promise<Kept[]> {
    const { where, limit = longestList, marker, backwards = false, withParent = false } = selection
    const order = this.#order(selection.sort ?? [], backwards)
    const after = marker === undefined ? undefined : await this.#row(marker)
    if (marker !== undefined && !after) return []
    const query = this.#queries.select({ where, order, limit, withParent, ...(after ? { after } : {}) })
    const { rows } = await query.execute(this.#db)
    const found = this.kept(rows, withParent)
    return backwards ? found.reverse() : found
  }

  /** All there are, by id: the selection that is asked for all the time, and so is built but once. */
  async lookUp(scope: Scope, attributes: ByAttribute, withParent = false): Promise<Kept[]> {
    const columns: Record<string, readonly unknown[]> = {}
    for (const [attribute, values] of attributes) {
      if (values.length === 0) return []
      columns[columnOf(attribute)] = keptValues(this.type, attribute, values)
    }
    const visible = scope === 'all' ? {} : scope
    return this.kept(await this.#queries.lookUp(this.#db, { columns, withParent, ...visible }), withParent)
  }

  /** The row as it was written; none when one with the same id, or the same unique columns, is there already. `extra` are columns beside the attributes. */
  async insert(values: Row & { readonly id: string }, extra: Row = {}): Promise<Kept | undefined> {
    const row = { ...this.#queries.codec.toRow(values), ...extra }
    const [inserted] = this.kept(await this.#queries.insert(this.#db, { row }))
    return inserted
  }

  /** Writes the changes and counts the revision up; gives the row as it is now, or none when there is no such resource. */
  async update(id: string, attributes: Row, updatedAt: string): Promise<Kept | undefined> {
    const changes = { ...this.#queries.codec.toRow(attributes), updated_at: updatedAt }
    const [updated] = this.kept(await this.#queries.update(this.#db, { id, changes }))
    return updated
  }

  async delete(id: string): Promise<boolean> {
    return (await this.#queries.delete(this.#db, { id })).length === 1
  }

  async #row(id: string): Promise<Row | undefined> {
    const [row] = await this.#queries.lookUp(this.#db, { columns: { id: [id] }, withParent: false })
    return row
  }

  /** Rows of the table, as they were read; `withParent` when they were read with what policies ask of it. */
  kept(rows: readonly Row[], withParent = false): Kept[] {
    return rows.map((row) => this.#queries.codec.fromRow(row, withParent) as Kept)
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
