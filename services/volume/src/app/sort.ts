import type { SortColumn } from '@nimbo/db/keyset'
import { own } from '@nimbo/kernel/own'
import { errors } from '../errors.ts'

export interface SortQuery {
  readonly sort?: string
  readonly sort_key?: string
  readonly sort_dir?: string
}

/** The sort keys of a kind of resource. */
export interface SortKeys {
  /** Columns by their names in the API. */
  readonly columns: Readonly<Record<string, string>>
  /** Columns that can be null. */
  readonly nullable: readonly string[]
}

/**
 * Parses `sort=name:asc,size`, or the older `sort_key` and `sort_dir`; newest first by default. The id is always the last key.
 */
export const orderOf = (
  { sort, sort_key, sort_dir }: SortQuery,
  { columns, nullable }: SortKeys,
): readonly SortColumn[] => {
  if (sort !== undefined && (sort_key !== undefined || sort_dir !== undefined))
    throw errors.BadRequest({
      reason:
        "The 'sort_key' and 'sort_dir' parameters are deprecated and cannot be used with the 'sort' parameter.",
    })
  const text = sort ?? (sort_key && `${sort_key}:${sort_dir ?? 'desc'}`)
  const asked = (text ?? 'created_at:desc').split(',').map((term): SortColumn => {
    const [key = '', direction = 'desc'] = term.trim().split(':')
    const column = own(columns, key)
    if (column === undefined) throw errors.InvalidInput({ reason: 'Invalid sort key' })
    if (direction !== 'asc' && direction !== 'desc')
      throw errors.InvalidInput({ reason: `Unknown sort direction, must be 'desc' or 'asc'.` })
    return { column, direction, ...(nullable.includes(column) ? { nullable: true } : {}) }
  })
  const last = asked.at(-1)?.direction ?? 'desc'
  return asked.some(({ column }) => column === 'id') ? asked : [...asked, { column: 'id', direction: last }]
}
