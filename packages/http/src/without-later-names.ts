import type { TSchema } from 'typebox'

const namesOf = (schema: TSchema): readonly string[] =>
  'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
    ? Object.keys(schema.properties)
    : []

/**
 * Removes query parameters that only later microversions define. Versions whose schema allows unknown parameters must ignore
 * them.
 */
export const withoutLaterNames = <Value>(
  query: Readonly<Record<string, Value>>,
  { whole, current }: { readonly whole: TSchema; readonly current: TSchema },
): Readonly<Record<string, Value>> => {
  if (whole === current) return query
  const known = new Set(namesOf(current))
  const later = new Set(namesOf(whole).filter((name) => !known.has(name)))
  return later.size === 0
    ? query
    : Object.fromEntries(Object.entries(query).filter(([name]) => !later.has(name)))
}
