import type { SortColumn } from '@nimbo/db/keyset'
import { metadataFilter } from './metadata-filter.ts'

interface Page {
  readonly order: readonly SortColumn[]
  readonly limit: number
  readonly offset: number
  readonly marker?: string | undefined
}

type Comparable = string | number | boolean | null

/** Nothing comes first, as in databases. */
const compared = (one: Comparable, other: Comparable): number => {
  if (one === other) return 0
  if (one === null) return -1
  return other === null || one > other ? 1 : -1
}

/**
 * One page of a list that is so short that all of it is read: `columnOf` gives what a column is of an item. Undefined when nothing
 * has the id of the marker.
 */
export const pageOfFew = <Item extends { readonly id: string }>(
  items: readonly Item[],
  { order, limit, offset, marker }: Page,
  columnOf: (item: Item, column: string) => Comparable,
): readonly Item[] | undefined => {
  const sorted = items.toSorted((one, other) => {
    for (const { column, direction } of order) {
      const difference = compared(columnOf(one, column), columnOf(other, column))
      if (difference !== 0) return direction === 'asc' ? difference : -difference
    }
    return 0
  })
  const at = marker === undefined ? -1 : sorted.findIndex(({ id }) => id === marker)
  if (marker !== undefined && at < 0) return undefined
  return sorted.slice(at + 1 + offset, at + 1 + offset + limit)
}

/** Whether pairs hold all those that a filter names: `{'multiattach': '<is> True'}`. */
export const hasPairs = (pairs: Readonly<Record<string, string>>, filter: string | undefined): boolean =>
  Object.entries(metadataFilter(filter)).every(
    ([key, value]) => Object.hasOwn(pairs, key) && pairs[key] === value,
  )
