/** Ids in one `in (…)`: databases limit the values of a statement, and get slow before that. */
const idsAtOnce = 1_000

/** The ids without duplicates and in their order in the database, in portions that one statement can take. */
export const inPortions = (ids: readonly string[]): string[][] => {
  const sorted = [...new Set(ids)].toSorted()
  return Array.from({ length: Math.ceil(sorted.length / idsAtOnce) }, (_, at) =>
    sorted.slice(at * idsAtOnce, (at + 1) * idsAtOnce),
  )
}
