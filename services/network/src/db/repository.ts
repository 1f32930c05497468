import { prepared } from '@nimbo/db/prepared'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { Collection, isOneOf, type Kept, type Selection } from './collection.ts'
import type { Condition, RowQueries, Scope } from './row-queries.ts'
import type { NetworkTables } from './tables.ts'

/** What a list is narrowed by: wire names with the values any of which will do. */
export type Filters = ReadonlyMap<string, readonly unknown[]>

/** Whether an attribute shall be read. */
export type Wanted = (attribute: string) => boolean

const tagFilters = ['tags', 'tags-any', 'not-tags', 'not-tags-any'] as const

const tagsOf = prepared((db: Kysely<NetworkTables>, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('tags').selectAll().where('resource_id', 'in', ids).orderBy('tag'),
)

/** Whether a list is whole and in its usual order, so that its query can be built beforehand. */
const isWhole = ({ where = [], sort = [], limit, marker, backwards = false }: Partial<Selection>): boolean =>
  where.length === 0 && sort.length === 0 && limit === undefined && marker === undefined && !backwards

/** Resources of one kind, whole: their own columns and what belongs to them from other tables. */
export abstract class Repository<Resource extends { readonly id: string }> {
  readonly rows: Collection
  protected readonly db: Kysely<NetworkTables>
  readonly #queries: RowQueries

  constructor(db: Kysely<NetworkTables>, queries: RowQueries) {
    this.db = db
    this.rows = new Collection(db, queries)
    this.#queries = queries
  }

  /** Adds what lies in other tables and is wanted, with one query for each of them however many rows there are. */
  protected abstract whole(rows: readonly Kept[], wanted: Wanted): Promise<Resource[]>

  /** The condition of a filter that is no column; undefined when there is none of that name. */
  protected relatedFilter(_name: string, _values: readonly unknown[]): Condition | undefined {
    return undefined
  }

  async list(scope: Scope, filters: Filters = new Map(), page: Partial<Selection> = {}): Promise<Resource[]> {
    const { fields = [] } = page
    const rows = await this.#rowsOf(scope, filters, page)
    return this.whole(rows, (attribute) => fields.length === 0 || fields.includes(attribute))
  }

  async get(
    scope: Scope,
    id: string,
    page: Pick<Selection, 'withParent'> = {},
  ): Promise<Resource | undefined> {
    const [found] = await this.list(scope, byIds([id]), page)
    return found
  }

  async exists(scope: Scope, id: string): Promise<boolean> {
    return (await this.rows.lookUp(scope, byIds([id]))).length > 0
  }

  /** The rows of these ids that exist and may be seen, by id: a resource without what is kept apart from it. */
  async keptById(scope: Scope, ids: Iterable<string>): Promise<Map<string, Kept>> {
    const found = await this.rows.lookUp(scope, byIds([...new Set(ids)]))
    return new Map(found.map((row) => [row.id, row]))
  }

  /** One of them, with what policies ask of its parent. */
  async kept(scope: Scope, id: string): Promise<Kept | undefined> {
    const [found] = await this.rows.lookUp(scope, byIds([id]), true)
    return found
  }

  #rowsOf(scope: Scope, filters: Filters, page: Partial<Selection>): Promise<Kept[]> {
    if (isWhole(page) && [...filters].every(([name]) => this.#hasColumn(name)))
      return this.rows.lookUp(scope, filters, page.withParent)
    const where = [...this.#scoped(scope), ...[...filters].map((filter) => this.#condition(...filter))]
    return this.rows.find({ ...page, where: [...where, ...(page.where ?? [])] })
  }

  #hasColumn(name: string): boolean {
    const attribute = this.rows.type.attributes[name]
    return attribute !== undefined && attribute.shape !== 'related'
  }

  /** Tags by resource, in their order. */
  protected async tagsOf(ids: readonly string[], wanted: Wanted): Promise<Map<string, string[]>> {
    if (ids.length === 0 || !wanted('tags')) return new Map()
    return grouped(
      await tagsOf(this.db, { ids }),
      ({ resource_id }) => resource_id,
      ({ tag }) => tag,
    )
  }

  #scoped(scope: Scope): Condition[] {
    return scope === 'all' ? [] : [this.#queries.visibleTo(scope.projectId)]
  }

  #condition(name: string, values: readonly unknown[]): Condition {
    const tagFilter = tagFilters.find((known) => known === name)
    if (tagFilter) return this.#tagCondition(tagFilter, values)
    return this.relatedFilter(name, values) ?? isOneOf(this.rows.type, name, values)
  }

  #tagCondition(filter: (typeof tagFilters)[number], values: readonly unknown[]): Condition {
    const tags = [...new Set(values.flatMap((value) => String(value).split(',')))]
    const id = sql.ref(`${this.rows.type.collection}.id`)
    const matching = sql`select count(*) from tags where resource_id = ${id} and tag in (${sql.join(tags)})`
    switch (filter) {
      case 'tags':
        return sql<SqlBool>`(${matching}) = ${tags.length}`
      case 'tags-any':
        return sql<SqlBool>`(${matching}) > 0`
      case 'not-tags':
        return sql<SqlBool>`(${matching}) < ${tags.length}`
      case 'not-tags-any':
        return sql<SqlBool>`(${matching}) = 0`
    }
  }
}

const byIds = (ids: readonly string[]) => new Map([['id', ids]])

/** Values by key, in the order they come. */
export const grouped = <Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  pickFrom: (item: Item) => Value,
): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(pickFrom(item))
    else groups.set(key, [pickFrom(item)])
  }
  return groups
}
