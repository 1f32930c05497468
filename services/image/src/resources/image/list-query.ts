import { visibilities } from '@nimbo/contracts/image/words'
import type { SortColumn } from '@nimbo/db/keyset'
import { own } from '@nimbo/kernel/own'
import { setOwn } from '@nimbo/kernel/set-own'
import type { GlanceConfig } from '../../config.ts'
import type { ImageFilter } from './images.ts'
import { type InstantBound, instantBounds } from './instant-bounds.ts'
import type { Visibility } from './image.ts'

import { errors } from '../../errors.ts'
import { choices } from './filter-choices.ts'

export interface ListQuery {
  readonly filter: ImageFilter
  readonly order: readonly SortColumn[]
  readonly limit: number
  readonly marker: string | undefined
}

const textColumns: Readonly<Record<string, keyof ImageFilter['equals']>> = {
  name: 'name',
  status: 'status',
  owner: 'owner',
  disk_format: 'disk_format',
  container_format: 'container_format',
  id: 'id',
  checksum: 'checksum',
  os_hash_value: 'hash_value',
}
const numberColumns: Readonly<Record<string, keyof ImageFilter['numbers']>> = {
  min_disk: 'min_disk',
  min_ram: 'min_ram',
  size: 'size',
}

const sortColumns: Readonly<Record<string, SortColumn['column']>> = {
  name: 'name',
  status: 'status',
  container_format: 'container_format',
  disk_format: 'disk_format',
  size: 'size',
  id: 'id',
  created_at: 'created_at',
  updated_at: 'updated_at',
}
const nullable = new Set(['name', 'container_format', 'disk_format', 'size'])

/** Filters that accept several values: `in:a,b`. */
const severalOf = new Set(['id', 'name', 'status', 'container_format', 'disk_format'])

const notFilters = new Set([
  'limit',
  'marker',
  'sort_key',
  'sort_dir',
  'sort',
  'member_status',
  'visibility',
  'os_hidden',
  'tag',
  'protected',
  'size_min',
  'size_max',
  // Deleted images have no records, so this filter has no effect.
  'deleted',
])

const whole = (name: string, text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw errors.Invalid({ reason: `${name} param must be an integer` })
  return Number(text)
}

/** Reads `size_min` or `size_max`, which may be negative: every size is above a negative bound, and none is below it. */
const bound = (text: string): number => {
  if (!/^-?\d{1,15}$/.test(text))
    throw errors.Invalid({ reason: 'Unable to filter on a range with a non-numeric value.' })
  return Number(text)
}

/** Reads the maximum number of items on a page. */
const limitIn = (text: string): number => {
  if (/^-\d+$/.test(text)) throw errors.Invalid({ reason: 'limit param must be positive' })
  return whole('limit', text)
}

const flag = (name: string, text: string): boolean => {
  if (!/^(true|false|0|1|yes|no)$/i.test(text))
    throw errors.Invalid({
      reason: `Invalid value '${text}' for '${name}' filter. Valid values are 'true' or 'false'.`,
    })
  return /^(true|1|yes)$/i.test(text)
}

const oneOf = <Value extends string>(name: string, text: string, known: readonly Value[]): Value => {
  const found = known.find((one) => one === text)
  if (!found) throw errors.Invalid({ reason: `Invalid ${name}: ${text}` })
  return found
}

const refuseMixedOrder = (query: URLSearchParams): void => {
  const [keys, directions] = [query.getAll('sort_key').length, query.getAll('sort_dir').length]
  if (query.has('sort') && keys + directions > 0)
    throw errors.Invalid({ reason: 'Old and new sorting syntax cannot be combined' })
  if (directions > 1 && directions !== keys)
    throw errors.Invalid({ reason: 'Number of sort dirs does not match the number of sort keys' })
}

const readOrder = (query: URLSearchParams): SortColumn[] => {
  refuseMixedOrder(query)
  const pairs = query.has('sort')
    ? (query.get('sort') ?? '').split(',').map((part) => part.split(':'))
    : query
        .getAll('sort_key')
        .map((key, index) => [key, query.getAll('sort_dir')[index] ?? query.get('sort_dir') ?? 'desc'])
  const order = pairs.map(([key = '', direction = 'desc']): SortColumn => {
    const column = own(sortColumns, key)
    if (!column)
      throw errors.Invalid({
        reason: `Invalid sort key: ${key}. It must be one of the following: ${Object.keys(sortColumns).join(', ')}.`,
      })
    return {
      column,
      direction: oneOf('sort direction', direction, ['asc', 'desc']),
      nullable: nullable.has(column),
    }
  })
  const fallback: SortColumn[] = [
    { column: 'created_at', direction: 'desc' },
    { column: 'id', direction: 'desc' },
  ]
  return [...order, ...fallback.filter(({ column }) => !order.some((one) => one.column === column))]
}

/** Parses the query of `GET /v2/images`; unknown parameters filter by property. */
export const readListQuery = (query: URLSearchParams, { DEFAULT }: GlanceConfig): ListQuery => {
  const get = (name: string): string | undefined => query.get(name) ?? undefined
  const [visibility, protectedText, sizeMin, sizeMax, limit] = [
    'visibility',
    'protected',
    'size_min',
    'size_max',
    'limit',
  ].map(get)
  const equals: Record<string, readonly string[]> = {}
  const numbers: Record<string, number> = {}
  const instants: InstantBound[] = []
  const properties: Record<string, string> = {}
  for (const [name, value] of query) {
    if (notFilters.has(name)) continue
    const column = own(textColumns, name)
    const number = own(numberColumns, name)
    if (name === 'changes-since')
      throw errors.Invalid({ reason: 'The "changes-since" filter is no longer available on v2.' })
    if (name === 'created_at' || name === 'updated_at') instants.push(...instantBounds(name, value))
    else if (column) equals[column] = severalOf.has(name) ? choices(value) : [value]
    else if (number) numbers[number] = whole(name, value)
    else setOwn(properties, name, value)
  }
  if (protectedText !== undefined) numbers.protected = flag('protected', protectedText) ? 1 : 0
  return {
    filter: {
      ...(visibility === undefined
        ? {}
        : {
            visibility: oneOf<Visibility | 'all'>('visibility value', visibility, [...visibilities, 'all']),
          }),
      memberStatus: oneOf('status', get('member_status') ?? 'accepted', [
        'pending',
        'accepted',
        'rejected',
        'all',
      ]),
      hidden: flag('os_hidden', get('os_hidden') ?? 'false'),
      equals,
      numbers,
      instants,
      ...(sizeMin === undefined ? {} : { sizeMin: bound(sizeMin) }),
      ...(sizeMax === undefined ? {} : { sizeMax: bound(sizeMax) }),
      tags: query.getAll('tag'),
      properties,
    },
    order: readOrder(query),
    limit: Math.min(
      limit === undefined ? DEFAULT.limit_param_default : limitIn(limit),
      DEFAULT.api_limit_max,
    ),
    marker: get('marker'),
  }
}
