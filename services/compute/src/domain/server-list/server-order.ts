import type { SortColumn } from '@nimbo/db/keyset'

const compareValues = (one: unknown, other: unknown): number => {
  if (one === other) return 0
  if (one === null || one === undefined) return -1
  if (other === null || other === undefined) return 1
  return (one as string | number) < (other as string | number) ? -1 : 1
}

/** Compares rows in the same order as `orderTerms` in the database: nulls first. */
export const compareRows =
  <Row extends object>(order: readonly SortColumn[]) =>
  (one: Row, other: Row): number => {
    for (const { column, direction } of order) {
      const name = column as keyof Row
      const compared = compareValues(one[name] ?? null, other[name] ?? null)
      if (compared !== 0) return direction === 'asc' ? compared : -compared
    }
    return 0
  }
