import type { Microversion } from '@nimbo/operation/microversion'
import { errors } from '../errors.ts'
import type { SortQuery } from './sort.ts'

/** Refuses to sort by name in versions before `since`, the first that supports it. */
export const requireSortedByName = (
  { sort, sort_key }: SortQuery,
  version: Microversion,
  since: Microversion,
): void => {
  const keys = (sort ?? sort_key ?? '').split(',').map((term) => term.trim().split(':')[0])
  if (version < since && keys.includes('name')) throw errors.InvalidInput({ reason: 'Invalid sort key' })
}
