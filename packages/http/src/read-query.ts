import type { TSchema } from 'typebox'

/** Treatment of repeated parameters: the last value counts, as in WebOb, or all are kept. */
export type RepeatedNames = 'last' | 'kept'

interface ArrayAware {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly anyOf?: readonly TSchema[]
}

const takesMany = (schema: TSchema): boolean => {
  const { type, anyOf }: ArrayAware = schema
  return type === 'array' || (anyOf?.some(takesMany) ?? false)
}

const lists = new WeakMap<TSchema, ReadonlySet<string>>()

/** Parameters whose schema takes several values. */
const listsIn = (schema: TSchema): ReadonlySet<string> => {
  const known = lists.get(schema)
  if (known) return known
  const { properties = {} }: ArrayAware = schema
  const names = new Set(
    Object.keys(properties).filter((name) => properties[name] && takesMany(properties[name])),
  )
  lists.set(schema, names)
  return names
}

/**
 * The query as an object before validation: a repeated parameter becomes a list if its schema takes one, or if repeated ones are
 * kept so that validation refuses them; otherwise the last value counts.
 */
export const readQuery = (
  query: URLSearchParams,
  schema: TSchema,
  repeated: RepeatedNames,
): Record<string, string | string[]> => {
  const many = listsIn(schema)
  const read: Record<string, string | string[]> = Object.create(null)
  query.forEach((value, name) => {
    const known = read[name]
    if (known === undefined || !(many.has(name) || repeated === 'kept')) read[name] = value
    else if (typeof known === 'string') read[name] = [known, value]
    else known.push(value)
  })
  return read
}
