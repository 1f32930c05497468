/** Numbers of processed rows by table. */
export type RowCounts = Readonly<Record<string, number>>

export const sumOf = (counts: RowCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Adds counts by table. */
export const addCounts = (one: RowCounts, other: RowCounts): RowCounts => {
  const sum: Record<string, number> = { ...one }
  for (const [table, count] of Object.entries(other)) sum[table] = (sum[table] ?? 0) + count
  return sum
}
