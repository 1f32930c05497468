type Pairs = Readonly<Record<string, unknown>> | undefined

/** A template's pairs as texts, as services keep them. */
export const textPairs = (pairs: Pairs): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pairs ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

/** Keys that were there and are there no more. */
export const goneKeys = (before: Pairs, wanted: Pairs): readonly string[] =>
  Object.keys(before ?? {}).filter((key) => !Object.hasOwn(wanted ?? {}, key))

/** What of one list another lacks. */
export const without = (
  all: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] => (all ?? []).filter((one) => !(others ?? []).includes(one))
