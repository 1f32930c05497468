import { type Kysely, type SqlBool, sql } from 'kysely'
import { Collection, type Condition, isOneOf, type Kept, type Selection } from './collection.ts'
import type { RowCodec } from './row-codec.ts'
import type { NetworkTables } from './tables.ts'

/** Whose resources a query may see: everyone's, or what one project may know of. */
export type Scope = 'all' | { readonly projectId: string }

/** What a list is narrowed by: wire names with the values any of which will do. */
export type Filters = ReadonlyMap<string, readonly unknown[]>

/** Whether an attribute shall be read. */
export type Wanted = (attribute: string) => boolean

const tagFilters = ['tags', 'tags-any', 'not-tags', 'not-tags-any'] as const

/** Resources of one kind, whole: their own columns and what belongs to them from other tables. */
export abstract class Repository<Resource extends { readonly id: string }> {
  readonly rows: Collection
  protected readonly db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>, codec: RowCodec) {
    this.db = db
    this.rows = new Collection(db, codec)
  }

  /** What of this kind a project may know of. */
  protected abstract visibleTo(projectId: string): Condition

  /** Adds what lies in other tables and is wanted, with one query for each of them however many rows there are. */
  protected abstract whole(rows: readonly Kept[], wanted: Wanted): Promise<Resource[]>

  /** The condition of a filter that is no column; undefined when there is none of that name. */
  protected relatedFilter(_name: string, _values: readonly unknown[]): Condition | undefined {
    return undefined
  }

  async list(scope: Scope, filters: Filters = new Map(), page: Partial<Selection> = {}): Promise<Resource[]> {
    const where = [...this.#scoped(scope), ...[...filters].map((filter) => this.#condition(...filter))]
    const rows = await this.rows.find({ ...page, where: [...where, ...(page.where ?? [])] })
    const { fields = [] } = page
    return this.whole(rows, (attribute) => fields.length === 0 || fields.includes(attribute))
  }

  async get(scope: Scope, id: string): Promise<Resource | undefined> {
    const [found] = await this.list(scope, new Map([['id', [id]]]), { limit: 1 })
    return found
  }

  exists(scope: Scope, id: string): Promise<boolean> {
    return this.rows.some([...this.#scoped(scope), isOneOf(this.rows.type, 'id', [id])])
  }

  /** The resources of these ids that exist, by id. */
  async byId(ids: Iterable<string>): Promise<Map<string, Resource>> {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return new Map()
    const found = await this.list('all', new Map([['id', wanted]]))
    return new Map(found.map((resource) => [resource.id, resource]))
  }

  /** Tags by resource, in their order. */
  protected async tagsOf(ids: readonly string[], wanted: Wanted): Promise<Map<string, string[]>> {
    if (ids.length === 0 || !wanted('tags')) return new Map()
    const rows = await this.db
      .selectFrom('tags')
      .selectAll()
      .where('resource_id', 'in', ids)
      .orderBy('tag')
      .execute()
    return grouped(
      rows,
      ({ resource_id }) => resource_id,
      ({ tag }) => tag,
    )
  }

  #scoped(scope: Scope): Condition[] {
    return scope === 'all' ? [] : [this.visibleTo(scope.projectId)]
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

/** Values by key, in the order they come. */
export const grouped = <Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  pickFrom: (item: Item) => Value,
): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? []
    group.push(pickFrom(item))
    groups.set(keyOf(item), group)
  }
  return groups
}
