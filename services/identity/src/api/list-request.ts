import { own } from '@nimbo/kernel/own'
import { type Comparison, type Filter, orders, type Page } from '../domain/listing.ts'
import { errors } from '../errors.ts'

type Query = Readonly<Record<string, string | undefined>>

const falseWords = ['0', 'false', 'f', 'no', 'n', 'off']

/** Whether a flag in a query is set: it is present and its value, if any, is none of the words for false. */
export const isSet = (text: string | null | undefined): boolean =>
  typeof text === 'string' && !falseWords.includes(text.toLowerCase())

/** The columns that a list can be filtered by, with their types; a `name` is compared case-insensitively. */
export type Filterable = Readonly<Record<string, 'text' | 'name' | 'flag' | 'instant'>>

const comparisons: Readonly<Record<string, { comparison: Comparison; ignoreCase: boolean }>> = {
  contains: { comparison: 'contains', ignoreCase: false },
  icontains: { comparison: 'contains', ignoreCase: true },
  startswith: { comparison: 'startswith', ignoreCase: false },
  istartswith: { comparison: 'startswith', ignoreCase: true },
  endswith: { comparison: 'endswith', ignoreCase: false },
  iendswith: { comparison: 'endswith', ignoreCase: true },
  iequals: { comparison: 'equals', ignoreCase: true },
}

/** Parses `lt:2026-01-31T12:00:00Z`; without an operator it means equality. Throws `NoTimestamp` for anything else. */
const instantIn = (column: string, text: string): Filter => {
  const operator = /^([a-z]+):/.exec(text)?.[1] ?? 'eq'
  if (!orders.some((order) => order === operator))
    throw errors.Invalid({
      reason: `The given operator ${operator} is not valid. It must be one of the following: 'eq', 'neq', 'lt', 'lte', 'gt', or 'gte'.`,
    })
  const [, sign = 'eq', instant = ''] = /^(?:([a-z]+):)?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(text) ?? []
  const comparison = orders.find((order) => order === sign)
  const ms = Date.parse(instant)
  if (comparison === undefined || Number.isNaN(ms)) throw errors.NoTimestamp()
  return { column, comparison, ignoreCase: false, value: new Date(ms).toISOString() }
}

/** The filters in a query: `name=x`, `name__icontains=x`, `enabled=false`. Parameters that are not filters are ignored. */
export const filtersIn = (query: Query, filterable: Filterable): Filter[] =>
  Object.entries(query).flatMap(([key, value]): Filter[] => {
    if (value === undefined) return []
    const [column = '', suffix] = key.split('__')
    const kind = own(filterable, column)
    if (kind === 'flag' && suffix === undefined)
      return [{ column, comparison: 'equals', ignoreCase: false, value: isSet(value) }]
    if (kind === 'instant' && suffix === undefined) return [instantIn(column, value)]
    if (kind !== 'text' && kind !== 'name') return []
    if (suffix === undefined) return [{ column, comparison: 'equals', ignoreCase: kind === 'name', value }]
    const how = own(comparisons, suffix)
    return how ? [{ column, ...how, value }] : []
  })

/** `limit` and `marker` of a query; `most` is the largest and the default limit. */
export const pageIn = (query: Query, most: number): Page => {
  const { limit, marker } = query
  if (limit !== undefined && !/^\d{1,9}$/.test(limit))
    throw errors.Invalid({ reason: `Invalid input for field 'limit': '${limit}' does not match '^[0-9]+$'` })
  return {
    limit: Math.min(limit === undefined ? most : Math.max(1, Number(limit)), most),
    ...(marker === undefined ? {} : { marker }),
  }
}
