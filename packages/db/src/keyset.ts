import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** A sort column. The last one must be unique, or pages may repeat or skip rows. */
export interface SortColumn {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  /** Whether the column can be null; if so, an index cannot be used. */
  readonly nullable?: boolean
}

/**
 * The condition "comes after `row`" in the given order: `(a > x) or (a = x and b > y) …`. Nulls come first when ascending and
 * last when descending, on every database.
 */
export const afterRow = (
  order: readonly SortColumn[],
  row: Readonly<Record<string, unknown>>,
): Expression<SqlBool> => {
  const alternatives = order.map(({ column, direction }, index) => {
    const equals = order.slice(0, index).map(({ column: before }) => same(before, row[before]))
    return sql`(${sql.join([...equals, beyond(column, direction, row[column])], sql` and `)})`
  })
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}

const same = (column: string, value: unknown): RawBuilder<unknown> =>
  value === null || value === undefined ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`

const beyond = (column: string, direction: SortColumn['direction'], value: unknown): RawBuilder<unknown> => {
  const reference = sql.ref(column)
  const isNull = value === null || value === undefined
  if (direction === 'asc') return isNull ? sql`${reference} is not null` : sql`${reference} > ${value}`
  return isNull ? sql`1 = 0` : sql`(${reference} < ${value} or ${reference} is null)`
}

/** `order by` expressions with the same order of nulls as {@link afterRow}. */
export const orderTerms = (order: readonly SortColumn[]): RawBuilder<unknown>[] =>
  order.flatMap(({ column, direction, nullable }) => [
    ...(nullable
      ? [direction === 'asc' ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} is null`]
      : []),
    direction === 'asc' ? sql`${sql.ref(column)} asc` : sql`${sql.ref(column)} desc`,
  ])
