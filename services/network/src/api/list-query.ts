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

const filtersOf = (type: ResourceType, query: URLSearchParams): ListQuery['filters'] => {
  const names = [...new Set(query.keys())].filter((name) => !control.includes(name))
  const unknown = names.filter((name) => {
    const attribute = type.attributes[nameOf(name)]
    const isTag = tagNames.includes(name) && 'tags' in type.attributes
    return !isTag && (attribute === undefined || attribute.unfilterable === true)
  })
  if (unknown.length > 0)
    throw badRequest(`[${unknown.map((name) => `'${name}'`).join(', ')}] is invalid attribute for filtering`)
  return new Map(
    names.map((name) => [
      nameOf(name),
      query.getAll(name).map((text) => filterValue(type, nameOf(name), text)),
    ]),
  )
}

const sortOf = (type: ResourceType, query: URLSearchParams): NonNullable<Page['sort']> => {
  const keys = query.getAll('sort_key').map(nameOf)
  const directions = query.getAll('sort_dir')
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

const limitOf = (query: URLSearchParams, longest: number | undefined): number | undefined => {
  const text = query.get('limit')
  if (text === null) return longest
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
  const limit = limitOf(query, longest)
  const marker = query.get('marker')
  const fields = query.getAll('fields').filter((field) => field !== '')
  return {
    filters: filtersOf(type, query),
    fields,
    page: {
      fields,
      sort: sortOf(type, query),
      ...(limit === undefined ? {} : { limit }),
      ...(marker === null ? {} : { marker }),
      backwards: query.get('page_reverse')?.toLowerCase() === 'true',
    },
  }
}
