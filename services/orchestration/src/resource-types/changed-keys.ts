type Pairs = Readonly<Record<string, unknown>> | undefined

/** Converts the values of a map to texts, as services store them. */
export const textPairs = (pairs: Pairs): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pairs ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

/** The keys that were removed. */
export const goneKeys = (before: Pairs, wanted: Pairs): readonly string[] =>
  Object.keys(before ?? {}).filter((key) => !Object.hasOwn(wanted ?? {}, key))

/** The items of one list that another does not have. */
export const without = (
  all: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] => (all ?? []).filter((one) => !(others ?? []).includes(one))
