import type { SortColumn } from '@nimbo/db/keyset'

type Cells = Readonly<Record<string, unknown>>

const compareValues = (one: unknown, other: unknown): number => {
  if (one === other) return 0
  if (one === null || one === undefined) return -1
  if (other === null || other === undefined) return 1
  return (one as string | number) < (other as string | number) ? -1 : 1
}

/** Compares rows as `orderTerms` lets the database order them: nulls are smaller than anything. */
export const compareRows =
  (order: readonly SortColumn[]) =>
  (one: Cells, other: Cells): number => {
    for (const { column, direction } of order) {
      const compared = compareValues(one[column] ?? null, other[column] ?? null)
      if (compared !== 0) return direction === 'asc' ? compared : -compared
    }
    return 0
  }
