import type { Page } from '../app/resource-operations.ts'
import type { ResourceType } from '../domain/attribute.ts'
import { errors } from '../errors.ts'

/** A list request's query, taken apart. */
export interface ListQuery {
  readonly filters: ReadonlyMap<string, readonly unknown[]>
  readonly page: Page
  /** Attributes to show; all when empty. */
  readonly fields: readonly string[]
}

/** What a query gives, by name. */
type Given = ReadonlyMap<string, readonly string[]>

const badRequest = (reason: string) => errors.HTTPBadRequest({ reason })
const control = ['fields', 'limit', 'marker', 'sort_key', 'sort_dir', 'page_reverse']
const tagNames = ['tags', 'tags-any', 'not-tags', 'not-tags-any']

/** `tenant_id` is the older name of `project_id`. */
const nameOf = (name: string): string => (name === 'tenant_id' ? 'project_id' : name)

const filterValue = (type: ResourceType, name: string, text: string): unknown => {
  const attribute = type.attributes[name]
  if (attribute?.shape === 'boolean') return ['true', '1'].includes(text.toLowerCase())
  if (attribute?.shape === 'integer') return text === '' || text === 'None' ? null : Number(text)
  return text
}

/** All values of each name. A list of many ids is long, so it is gone through once. */
const valuesByName = (query: URLSearchParams): Given => {
  const given = new Map<string, string[]>()
  query.forEach((value, name) => {
    const known = given.get(name)
    if (known) known.push(value)
    else given.set(name, [value])
  })
  return given
}

const filtersOf = (type: ResourceType, given: Given): ListQuery['filters'] => {
  const filters = [...given].filter(([name]) => !control.includes(name))
  const unknown = filters.filter(([name]) => {
    const attribute = type.attributes[nameOf(name)]
    const isTag = tagNames.includes(name) && 'tags' in type.attributes
    return !isTag && (attribute === undefined || attribute.unfilterable === true)
  })
  if (unknown.length > 0)
    throw badRequest(
      `[${unknown.map(([name]) => `'${name}'`).join(', ')}] is invalid attribute for filtering`,
    )
  return new Map(
    filters.map(([name, texts]) => [
      nameOf(name),
      texts.map((text) => filterValue(type, nameOf(name), text)),
    ]),
  )
}

const sortOf = (type: ResourceType, given: Given): NonNullable<Page['sort']> => {
  const keys = (given.get('sort_key') ?? []).map(nameOf)
  const directions = given.get('sort_dir') ?? []
  if (directions.length > 0 && directions.length !== keys.length)
    throw badRequest('The number of sort_keys and sort_dirs must be same')
  return keys.map((attribute, index) => {
    const direction = directions[index] ?? 'asc'
    const shape = type.attributes[attribute]?.shape
    if (shape === undefined || shape === 'related' || shape === 'json')
      throw badRequest(`['${attribute}'] is invalid attribute for sort_keys`)
    if (direction !== 'asc' && direction !== 'desc')
      throw badRequest(`sort_dirs must be one of asc, desc, got ${direction}`)
    return { attribute, direction }
  })
}

const limitOf = (text: string | undefined, longest: number | undefined): number | undefined => {
  if (text === undefined) return longest
  const limit = Number(text)
  if (!/^-?\d+$/.test(text) || limit < 0)
    throw badRequest(`Limit must be an integer 0 or greater and not '${text}'`)
  if (limit === 0) return longest
  return longest === undefined ? limit : Math.min(limit, longest)
}

/** Takes a list request's query apart. Throws for filters and sort keys the resource does not have. */
export const parseListQuery = (
  type: ResourceType,
  query: URLSearchParams,
  longest: number | undefined,
): ListQuery => {
  const given = valuesByName(query)
  const first = (name: string): string | undefined => given.get(name)?.[0]
  const limit = limitOf(first('limit'), longest)
  const marker = first('marker')
  const fields = (given.get('fields') ?? []).filter((field) => field !== '')
  return {
    filters: filtersOf(type, given),
    fields,
    page: {
      fields,
      sort: sortOf(type, given),
      ...(limit === undefined ? {} : { limit }),
      ...(marker === undefined ? {} : { marker }),
      backwards: first('page_reverse')?.toLowerCase() === 'true',
    },
  }
}
