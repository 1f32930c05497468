import { own } from '@nimbo/kernel/own'
import type { Kind } from './kind.ts'
import type { ValueType } from './value-type.ts'

/** Sorting by one attribute. */
export interface Sort {
  readonly attribute: string
  readonly direction: 'asc' | 'desc'
}

/** Pagination of a list. */
export interface Page {
  /** Sort keys before the id, which always comes last. */
  readonly sort?: readonly Sort[]
  readonly limit?: number
  /** How many to skip. */
  readonly offset?: number
  /** Id of the last resource on the previous page. */
  readonly marker?: string
  /** Return the page before the marker instead of after it. */
  readonly backwards?: boolean
}

/** Filters: each attribute must have any of the values. */
export type Filters = Readonly<Record<string, readonly unknown[]>>

/** A parsed list request. */
export interface ListQuery {
  readonly filters: Filters
  readonly page: Page
  /** Attributes to show; all when empty. */
  readonly fields: readonly string[]
}

/** The service's errors for invalid queries. */
export interface ListRefusals {
  unknownFilters(names: readonly string[]): Error
  badFilter(name: string, problem: string): Error
  badSortKey(name: string): Error
  badSortDirection(given: string): Error
  unequalSort(): Error
  badLimit(given: string): Error
}

/** The form of a service's list requests. */
export interface ListForm {
  readonly refusals: ListRefusals
  /** Aliases of attributes, such as `tenant_id` for `project_id`. */
  readonly aliases: Readonly<Record<string, string>>
  /** The maximum page size; undefined for none. */
  readonly longest: number | undefined
}

const controls: readonly string[] = ['fields', 'limit', 'marker', 'sort_key', 'sort_dir', 'page_reverse']

/** Whether a parameter says how to list, not what. */
export const isControl = (name: string): boolean => controls.includes(name)

/** Tag filters: all of them, any of them, and their negations. */
export const tagFilters = ['tags', 'tags-any', 'not-tags', 'not-tags-any'] as const
export type TagFilter = (typeof tagFilters)[number]

export const isTagFilter = (name: string): name is TagFilter => tagFilters.some((known) => known === name)

/** The query's values by name. */
type GivenQuery = ReadonlyMap<string, readonly string[]>

/** Collects all values in one pass, because lists of ids can be long. */
const valuesByName = (query: URLSearchParams): GivenQuery => {
  const given = new Map<string, string[]>()
  query.forEach((value, name) => {
    const known = given.get(name)
    if (known) known.push(value)
    else given.set(name, [value])
  })
  return given
}

/** The type of a filter; undefined when there is no such filter. */
const filterType = ({ attributes, filters }: Kind, name: string): ValueType | undefined => {
  const further = own(filters, name)
  if (further) return further
  const attribute = own(attributes, name)
  const { filter, shown } = attribute?.options ?? {}
  return filter === false || shown === false ? undefined : attribute?.type
}

const largestInteger = 2_147_483_647
const nullCharacter = '\u0000'

type Wanted = { readonly value: unknown } | { readonly problem: string } | undefined

/** The parsed value of a filter; undefined when no column could have it. */
const wantedValue = (type: ValueType, text: string): Wanted => {
  switch (type.column) {
    case 'boolean':
      return type.accept(text)
    case 'integer': {
      if (type.nullable && (text === '' || text === 'None')) return { value: null }
      if (!/^-?\d+$/.test(text)) return { problem: `'${text}' is not an integer` }
      return Math.abs(Number(text)) > largestInteger ? undefined : { value: Number(text) }
    }
    case 'text':
      return text.includes(nullCharacter) ? undefined : wantedText(type, text)
    case 'json':
      return text.includes(nullCharacter) ? undefined : { value: text }
  }
}

/**
 * A text in its stored form, such as a MAC in lower case. A text of the right form that the type refuses is used as it is, and
 * matches nothing.
 */
const wantedText = (type: ValueType, text: string): Wanted => {
  const result = type.accept(text)
  if ('value' in result) return result
  return result.alien ? result : { value: text }
}

const wantedValues = (
  type: ValueType,
  name: string,
  texts: readonly string[],
  refusals: ListRefusals,
): unknown[] => {
  const values: unknown[] = []
  for (const text of texts) {
    const wanted = wantedValue(type, text)
    if (wanted === undefined) continue
    if ('problem' in wanted) throw refusals.badFilter(name, wanted.problem)
    values.push(wanted.value)
  }
  return values
}

const filtersOf = (kind: Kind, given: GivenQuery, { refusals, aliases }: ListForm): Filters => {
  const filters: [string, readonly unknown[]][] = []
  const unknown: string[] = []
  for (const [asked, texts] of given) {
    if (isControl(asked)) continue
    const name = nameOf(aliases, asked)
    const type = isTagFilter(name) ? filterType(kind, 'tags') : filterType(kind, name)
    if (type === undefined) unknown.push(asked)
    else filters.push([name, wantedValues(type, name, texts, refusals)])
  }
  if (unknown.length > 0) throw refusals.unknownFilters(unknown)
  return Object.fromEntries(filters)
}

const nameOf = (aliases: ListForm['aliases'], asked: string): string => own(aliases, asked) ?? asked

/** Whether the kind can be sorted by an attribute. */
const isSortable = ({ attributes }: Kind, name: string): boolean => {
  const attribute = own(attributes, name)
  if (attribute === undefined || attribute.apart || attribute.options.sort === false) return false
  return attribute.type.column !== 'json'
}

const sortOf = (kind: Kind, given: GivenQuery, { refusals, aliases }: ListForm): readonly Sort[] => {
  const keys = given.get('sort_key') ?? []
  const directions = given.get('sort_dir') ?? []
  if (directions.length !== keys.length) throw refusals.unequalSort()
  return keys.map((key, index) => {
    const attribute = nameOf(aliases, key)
    const direction = directions[index]
    if (!isSortable(kind, attribute)) throw refusals.badSortKey(attribute)
    if (direction !== 'asc' && direction !== 'desc') throw refusals.badSortDirection(String(direction))
    return { attribute, direction }
  })
}

const limitOf = (
  text: string | undefined,
  { longest, refusals }: Pick<ListForm, 'longest' | 'refusals'>,
): number | undefined => {
  if (text === undefined) return longest
  const limit = Number(text)
  if (!/^-?\d+$/.test(text) || limit < 0) throw refusals.badLimit(text)
  if (limit === 0) return longest
  return longest === undefined ? limit : Math.min(limit, longest)
}

/** Parses a list request. Throws for unknown filters and sort keys. */
export const parseListQuery = (kind: Kind, query: URLSearchParams, form: ListForm): ListQuery => {
  const given = valuesByName(query)
  const first = (name: string): string | undefined => given.get(name)?.[0]
  const limit = limitOf(first('limit'), form)
  const marker = first('marker')
  return {
    filters: filtersOf(kind, given, form),
    fields: (given.get('fields') ?? []).filter((field) => field !== ''),
    page: {
      sort: sortOf(kind, given, form),
      ...(limit === undefined ? {} : { limit }),
      // Without a limit the marker is ignored.
      ...(marker === undefined || limit === undefined ? {} : { marker }),
      backwards: first('page_reverse')?.toLowerCase() === 'true',
    },
  }
}
