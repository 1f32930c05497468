import { sql } from 'kysely'
import type { Comparison, Filter, Order } from '../domain/listing.ts'

const like: Record<Exclude<Comparison, Order | 'equals'>, (text: string) => string> = {
  contains: (text) => `%${text}%`,
  startswith: (text) => `${text}%`,
  endswith: (text) => `%${text}`,
}

const signs: Readonly<Record<Order, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=', eq: '=', neq: '<>' }

const isOrder = (comparison: Comparison): comparison is Order => comparison in signs

/** The SQL condition of a filter. Booleans are literals and not parameters, so that partial indexes are used. */
export const condition = ({ column, comparison, ignoreCase, value }: Filter) => {
  const reference = sql.ref(column)
  if (value === null) return sql<boolean>`${reference} is null`
  if (typeof value === 'boolean') return sql<boolean>`${reference} = ${sql.lit(value ? 1 : 0)}`
  if (isOrder(comparison)) return sql<boolean>`${reference} ${sql.raw(signs[comparison])} ${value}`
  if (comparison === 'equals')
    return ignoreCase
      ? sql<boolean>`lower(${reference}) = lower(${value})`
      : sql<boolean>`${reference} = ${value}`
  const pattern = like[comparison](value.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`))
  return ignoreCase
    ? sql<boolean>`lower(${reference}) like lower(${pattern}) escape '\\'`
    : sql<boolean>`${reference} like ${pattern} escape '\\'`
}
