import type { SortColumn } from '@nimbo/db/keyset'
import { own } from '@nimbo/kernel/own'
import { type SqlBool, sql } from 'kysely'
import type { Attribute } from '../describe/attribute.ts'
import { type ApartNames, columnOf, type Kind, type Of, type Plain } from '../describe/kind.ts'
import { isTagFilter, type Page, type Sort, type TagFilter } from '../describe/list-query.ts'
import { type Row, rowCodec, toColumn } from './row-codec.ts'
import { type Condition, columnIsOneOf, type Db, longestList, rowQueries } from './row-queries.ts'
import { type Tags, usualTags } from './tags.ts'

/** Which resources a query may see: all, or those visible to a project. */
export type Scope = 'all' | { readonly projectId: string }

/** How an attribute in separate tables is read. */
export interface ApartPart<Value, D extends Db> {
  /** Its values by resource id, read in one query; resources without one may be absent. */
  read?(db: D, ids: readonly string[]): Promise<ReadonlyMap<string, Value>>
  /** The value of resources for which `read` returns nothing; of all if there is no `read`. */
  readonly none: Value
  /** Whether the row says that the resource can have another value than `none`; others are not read. */
  concerns?(kept: Row): boolean
  /** Attributes computed from it, which also cause it to be read. */
  readonly alsoFor?: readonly string[]
  /** The condition for a list filter. */
  filter?(values: readonly unknown[]): Condition
}

type ApartParts<K extends Kind, D extends Db> = {
  readonly [Name in Exclude<ApartNames<K>, 'tags'>]: ApartPart<Of<K>[Name], D>
}

type FurtherFilters<K extends Kind> = {
  readonly [Name in keyof K['filters']]: (values: readonly unknown[]) => Condition
}

/** What cannot be derived from a kind's description. */
export type RepositoryParts<K extends Kind, D extends Db> = {
  /** The condition for resources visible to a project: its own, shared ones, those belonging to something of its own. */
  readonly visibleTo: (projectId: string) => Condition
  /** Where tags are stored; in the table `tags` by default. */
  readonly tags?: Tags
} & (Record<never, never> extends ApartParts<K, D>
  ? { readonly apart?: ApartParts<K, D> }
  : { readonly apart: ApartParts<K, D> }) &
  (Record<never, never> extends FurtherFilters<K>
    ? { readonly filters?: FurtherFilters<K> }
    : { readonly filters: FurtherFilters<K> })

/** Filters: each attribute must have any of the values. */
export type FiltersOf<K extends Kind> = {
  readonly [Name in keyof K['attributes'] | keyof K['filters'] | TagFilter]?: readonly unknown[]
}

/** What to select from a list. */
export interface Selection extends Page {
  /** Requested attributes: separate tables are read only if needed. All by default. */
  readonly fields?: readonly string[]
  /** Whether to read the parent's facts for policy rules. */
  readonly withParent?: boolean
  readonly where?: readonly Condition[]
}

/** Whether an attribute is requested. */
export type Wanted = (attribute: string) => boolean

/** The repository of one kind; every method takes the database or transaction to use. */
export interface Repository<K extends Kind, D extends Db = Db> {
  readonly kind: K
  list(db: D, scope: Scope, filters?: FiltersOf<K>, selection?: Selection): Promise<Of<K>[]>
  get(db: D, scope: Scope, id: string, selection?: Pick<Selection, 'withParent'>): Promise<Of<K> | undefined>
  /** A resource without attributes from separate tables, with its parent's facts. */
  plain(db: D, scope: Scope, id: string): Promise<Plain<K> | undefined>
  /** The visible ones of these ids, without attributes from separate tables. */
  plainById(db: D, scope: Scope, ids: Iterable<string>): Promise<Map<string, Plain<K>>>
  /**
   * Inserts a resource and returns what is stored of it; undefined when the id or another unique column exists already. `extra` are
   * columns besides the attributes.
   */
  insert(db: D, values: Plain<K>, extra?: Row): Promise<Plain<K> | undefined>
  /** Writes changes and their time, and increments the revision. Returns the new row, or none when it does not exist. */
  update(db: D, id: string, changes: Partial<Plain<K>>, updatedAt: string): Promise<Plain<K> | undefined>
  /** Deletes a resource and its tags; false when it does not exist. */
  delete(db: D, id: string): Promise<boolean>
  /** Adds attributes from separate tables; with `fields` only the requested ones. */
  complete(db: D, plain: Plain<K>, fields?: readonly string[]): Promise<Of<K>>
  /** Converts rows read by another query, adding requested attributes from separate tables. */
  read(db: D, rows: readonly Row[], wanted: Wanted): Promise<Of<K>[]>
}

/**
 * The repository of a kind whose table has its collection's name and a column for each attribute that is not kept apart.
 *
 * ```ts
 * export const routers = repository(router, { visibleTo: ownedBy(router) })
 * await routers.list(db, { projectId }, { name: ['a', 'b'] })
 * ```
 */
export const repository = <K extends Kind, D extends Db = Db>(
  kind: K,
  parts: RepositoryParts<K, D>,
): Repository<K, D> => {
  const { tags = usualTags } = parts
  const attributes: Readonly<Record<string, Attribute>> = kind.attributes
  const codec = rowCodec(kind)
  const queries = rowQueries(kind, parts.visibleTo)
  const isTagged = 'tags' in attributes
  const apart = new Map(Object.entries<ApartPart<unknown, D>>({ ...parts.apart }))
  if (isTagged) apart.set('tags', { read: tags.of, none: [] })
  const further: Readonly<Record<string, (values: readonly unknown[]) => Condition>> = { ...parts.filters }

  /** The stored values for a filter; undefined when the name is no column. */
  const kept = (name: string, values: readonly unknown[]): readonly unknown[] | undefined => {
    const attribute = own(attributes, name)
    return attribute && !attribute.apart ? values.map((value) => toColumn(attribute, value)) : undefined
  }

  const condition = (name: string, values: readonly unknown[]): Condition => {
    if (isTagged && isTagFilter(name)) return tags.condition(name, `${kind.collection}.id`, values)
    const columnValues = kept(name, values)
    if (columnValues) return columnIsOneOf(`${kind.collection}.${columnOf(name)}`, columnValues)
    const special = own(further, name) ?? apart.get(name)?.filter
    if (!special) throw new TypeError(`lists of ${kind.collection} cannot be narrowed by ${name}`)
    return values.length === 0 ? sql<SqlBool>`1 = 0` : special(values)
  }

  /** All matches, ordered by id: the most frequent query, prepared once. */
  const lookUp = async (
    db: D,
    scope: Scope,
    columns: Readonly<Record<string, readonly unknown[]>>,
    withParent = false,
  ): Promise<Row[]> => {
    if (Object.values(columns).some(({ length }) => length === 0)) return []
    const rows = await queries.lookUp(db, { columns, withParent, ...(scope === 'all' ? {} : scope) })
    return rows.length > 1 ? rows.sort(byId) : rows
  }

  /** Any page of any selection. */
  const find = async (
    db: D,
    scope: Scope,
    filters: readonly (readonly [string, readonly unknown[]])[],
    {
      sort = [],
      limit = longestList,
      offset = 0,
      marker,
      backwards = false,
      withParent = false,
      where = [],
    }: Selection,
  ): Promise<Row[]> => {
    const order = orderOf(sort, backwards)
    const [after] = marker === undefined ? [] : await lookUp(db, 'all', { id: [marker] })
    if (marker !== undefined && !after) return []
    const scoped = scope === 'all' ? [] : [parts.visibleTo(scope.projectId)]
    const conditions = [...scoped, ...filters.map(([name, values]) => condition(name, values)), ...where]
    const query = queries.select({
      where: conditions,
      order,
      limit,
      offset,
      withParent,
      ...(after ? { after } : {}),
    })
    const { rows } = await query.execute(db)
    return backwards ? rows.reverse() : rows
  }

  const rowsOf = async (db: D, scope: Scope, filters: FiltersOf<K>, selection: Selection): Promise<Row[]> => {
    const given = Object.entries<readonly unknown[] | undefined>(filters).flatMap(([name, values]) =>
      values === undefined ? [] : [[name, values] as const],
    )
    if (isWhole(selection)) {
      const columns = given.map(([name, values]) => [columnOf(name), kept(name, values)] as const)
      if (columns.every(isKnown)) return lookUp(db, scope, Object.fromEntries(columns), selection.withParent)
    }
    return find(db, scope, given, selection)
  }

  /** Reads the attributes from separate tables, in the codec's order. */
  const readApart = async (db: D, all: readonly Row[], wanted: Wanted): Promise<ValuesApart> => {
    const read: { readonly none: unknown; readonly values: ReadonlyMap<string, unknown> }[] = []
    for (const name of codec.apart) {
      const part = apart.get(name)
      if (!part) throw new TypeError(`nobody reads ${name} of ${kind.collection}`)
      const isWanted = wanted(name) || (part.alsoFor?.some(wanted) ?? false)
      const { concerns } = part
      const concerned = !isWanted || !part.read ? [] : concerns ? all.filter((row) => concerns(row)) : all
      const ids = concerned.map(({ id }) => String(id))
      const values = part.read && ids.length > 0 ? await part.read(db, ids) : nothingRead
      read.push({ none: part.none, values })
    }
    return (id) => read.map(({ values, none }) => values.get(id) ?? none)
  }

  const whole = async (db: D, rows: readonly Row[], wanted: Wanted, withParent = false): Promise<Of<K>[]> => {
    const valuesOf = await readApart(db, rows, wanted)
    return rows.map((row) => codec.whole(row, valuesOf(String(row.id)), withParent))
  }

  const list: Repository<K, D>['list'] = async (db, scope, filters = {}, selection = {}) => {
    const rows = await rowsOf(db, scope, filters, selection)
    return whole(db, rows, among(selection.fields), selection.withParent)
  }

  const plainOf = ([row]: readonly Row[], withParent = false): Plain<K> | undefined =>
    row && codec.plain(row, withParent)

  return {
    kind,
    list,
    get: async (db, scope, id, selection) => {
      const [found] = await list(db, scope, { id: [id] }, selection)
      return found
    },
    plain: async (db, scope, id) => plainOf(await lookUp(db, scope, { id: [id] }, true), true),
    plainById: async (db, scope, ids) => {
      const rows = await lookUp(db, scope, { id: [...new Set(ids)] })
      return new Map(rows.map((row) => [String(row.id), codec.plain(row, false)]))
    },
    insert: async (db, values, extra = {}) => {
      const row = codec.toRow(values)
      const inserted = await queries.insert(db, { row: { ...row, ...extra } })
      return inserted === 1 ? codec.plain(row, false) : undefined
    },
    update: async (db, id, changes, updatedAt) => {
      const time = 'updated_at' in attributes ? { updated_at: updatedAt } : {}
      const columns = { ...codec.toRow(changes), ...time }
      const isChange = Object.keys(columns).length > 0
      return plainOf(
        await (isChange ? queries.update(db, { id, changes: columns }) : lookUp(db, 'all', { id: [id] })),
      )
    },
    delete: async (db, id) => {
      if (isTagged) await tags.removeAll(db, id)
      return (await queries.delete(db, { id })) === 1
    },
    complete: async (db, plain, fields) => {
      const { id } = plain as Plain<K> & { readonly id: string }
      return codec.completed(plain, (await readApart(db, [plain], among(fields)))(id))
    },
    read: (db, rows, wanted) => whole(db, rows, wanted),
  }
}

const byId = ({ id: one }: Row, { id: other }: Row): number => (String(one) < String(other) ? -1 : 1)

/** The values from separate tables of one resource. */
type ValuesApart = (id: string) => readonly unknown[]

const among =
  (fields: readonly string[] = []): Wanted =>
  (attribute) =>
    fields.length === 0 || fields.includes(attribute)

const nothingRead: ReadonlyMap<string, unknown> = new Map()

/** Whether the list is complete and in default order, so that its query can be prepared. */
const isWhole = ({ where = [], sort = [], limit, offset, marker, backwards = false }: Selection): boolean =>
  [limit, offset, marker].every((given) => given === undefined) &&
  where.length === 0 &&
  sort.length === 0 &&
  !backwards

const isKnown = (
  column: readonly [string, readonly unknown[] | undefined],
): column is readonly [string, readonly unknown[]] => column[1] !== undefined

/** The sort order with the id at its end. */
const orderOf = (sort: readonly Sort[], backwards: boolean): SortColumn[] => {
  const flipped = { asc: 'desc', desc: 'asc' } as const
  const byId = sort.find(({ attribute }) => attribute === 'id') ?? { attribute: 'id', direction: 'asc' }
  return [...sort.filter(({ attribute }) => attribute !== 'id'), byId].map(({ attribute, direction }) => ({
    column: columnOf(attribute),
    direction: backwards ? flipped[direction] : direction,
    nullable: attribute !== 'id',
  }))
}
