import type { Context } from '@nimbo/kernel/context'
import { own } from '@nimbo/kernel/own'
import type { Kind, Of } from '@nimbo/resource/describe/kind'
import type { FiltersOf, Repository, Scope } from '@nimbo/resource/rows/repository'
import type { Db } from '../db/db.ts'
import { errors } from '../errors.ts'
import type { VolumeApp } from './app.ts'
import { flagOf, isTrue, pagingOf } from './paging.ts'
import { orderOf, type SortKeys } from './sort.ts'

/** Who owns the resources of a kind: projects, or nobody, so that everyone who may list them sees all. */
type Owners = 'projects' | 'nobody'

interface ListCall {
  readonly app: VolumeApp
  readonly ctx: Context
  readonly query: Readonly<Record<string, string | undefined>>
}

/** Older names of attributes that clients use. */
const aliases: Readonly<Record<string, string>> = { display_name: 'name' }

/** The sort keys of a kind: all columns except those of objects and arrays. */
const sortKeysOf = ({ attributes }: Kind): SortKeys => {
  const sortable = Object.entries(attributes).filter(
    ([, { apart, options, type }]) => !apart && options.sort !== false && type.column !== 'json',
  )
  const columns = Object.fromEntries(sortable.map(([name]) => [name, name]))
  const known = Object.entries(aliases).filter(([, name]) => Object.hasOwn(columns, name))
  return {
    columns: { ...columns, ...Object.fromEntries(known) },
    nullable: sortable.flatMap(([name, { type }]) => (type.nullable ? [name] : [])),
  }
}

const filterOf = (
  { attributes }: Kind,
  asked: string,
  text: string,
): readonly [string, unknown] | undefined => {
  const name = own(aliases, asked) ?? asked
  const attribute = own(attributes, name)
  if (!attribute || attribute.options.filter === false || attribute.apart) return undefined
  const { column } = attribute.type
  if (column === 'boolean') return [name, isTrue(text)]
  if (column === 'integer') return [name, /^\d{1,9}$/.test(text) ? Number(text) : -1]
  return column === 'text' ? [name, text] : undefined
}

const scopeOf = ({ app, ctx, query }: ListCall, owners: Owners): Scope =>
  owners === 'nobody' || (flagOf('all_tenants', query.all_tenants) && app.seesAll(ctx))
    ? 'all'
    : { projectId: ctx.projectId ?? '' }

/** Parses the query of a list request. Ignores parameters that are not attributes. */
const kindListOf = <K extends Kind>(kind: K, call: ListCall, owners: Owners) => {
  const { app, query } = call
  const { limit, offset, marker } = pagingOf(query, app.config.DEFAULT.osapi_max_limit)
  const filters: Record<string, readonly unknown[]> = {}
  for (const [name, text] of Object.entries(query)) {
    const filter = text === undefined ? undefined : filterOf(kind, name, text)
    if (filter) filters[filter[0]] = [filter[1]]
  }
  const sort = orderOf(query, sortKeysOf(kind)).map(({ column, direction }) => ({
    attribute: column,
    direction,
  }))
  return {
    scope: scopeOf(call, owners),
    // Each key is the name of an attribute.
    filters: filters as FiltersOf<K>,
    limit,
    selection: {
      sort,
      limit,
      ...(offset > 0 ? { offset } : {}),
      ...(marker === undefined ? {} : { marker }),
    },
  }
}

/** Counts the resources of the list on all pages. */
export const countKind = async <K extends Kind>(
  repository: Repository<K, Db>,
  call: ListCall,
  owners: Owners = 'projects',
): Promise<number> => {
  const { scope, filters } = kindListOf(repository.kind, call, owners)
  return (await repository.list(call.app.db, scope, filters)).length
}

/** A page of the resources of a kind that the caller may see, by default newest first. */
export const listKind = async <K extends Kind>(
  repository: Repository<K, Db>,
  call: ListCall,
  owners: Owners = 'projects',
): Promise<{ readonly items: readonly Of<K>[]; readonly limit: number }> => {
  const { scope, filters, limit, selection } = kindListOf(repository.kind, call, owners)
  const { marker } = selection
  if (marker !== undefined && !(await repository.plain(call.app.db, scope, marker)))
    throw errors.MarkerNotFound({ kind: repository.kind.name, marker })
  return { items: await repository.list(call.app.db, scope, filters, selection), limit }
}
