import type { SortColumn } from '@nimbo/db/keyset'
import { metadataFilter } from './metadata-filter.ts'

interface Page {
  readonly order: readonly SortColumn[]
  readonly limit: number
  readonly offset: number
  readonly marker?: string | undefined
}

type Comparable = string | number | boolean | null

/** Compares two values of a sort key; null sorts first, as in the database. */
const compared = (one: Comparable, other: Comparable): number => {
  if (one === other) return 0
  if (one === null) return -1
  return other === null || one > other ? 1 : -1
}

/**
 * A page of a list that is short enough to be read whole. `columnOf` reads a column of an item. Returns undefined if no item has
 * the id of the marker.
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

/** Whether the pairs include all those of a filter: `{'multiattach': '<is> True'}`. */
export const hasPairs = (pairs: Readonly<Record<string, string>>, filter: string | undefined): boolean =>
  Object.entries(metadataFilter(filter)).every(
    ([key, value]) => Object.hasOwn(pairs, key) && pairs[key] === value,
  )
