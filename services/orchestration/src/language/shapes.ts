/** Whether a value is a JSON object: neither a list nor null. */
export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** The name of a value's kind in messages: `list`, `map`, `string`. */
export const shapeOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (isList(value)) return 'list'
  return typeof value === 'object' ? 'map' : typeof value
}
