import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** Notes on a schema besides its shape: its versions, and who may see it. */
export interface Notes {
  /** The first version that has it. */
  readonly since?: string
  /** The first version that no longer has it. */
  readonly before?: string
  /** The policy rule, checked on the caller's project, that a reply needs to show it. */
  readonly shownTo?: string
  /** The handler validates it instead of the API. */
  readonly checkedByHandler?: true
}

/** A copy of a schema with notes, keeping TypeBox's hidden attributes (optional). */
export const noted = <Schema extends TSchema>(schema: Schema, notes: Notes): Schema =>
  Object.assign(Object.create(null, Object.getOwnPropertyDescriptors(schema)), notes) as Schema

/**
 * A property, or a member of a union, that exists from a microversion on. A body of an older version that carries it is validated
 * as if the property were unknown; a reply of an older version leaves it out.
 *
 * ```ts
 * Type.Object({ name: Name, tags: since('2.26', Type.Array(Tag)) }, exact)
 * ```
 */
export const since = <Schema extends TSchema>(version: string, schema: Schema): Schema =>
  noted(schema, { since: version })

/** A property or union member in the microversions below `version`. */
export const before = <Schema extends TSchema>(version: string, schema: Schema): Schema =>
  noted(schema, { before: version })

/** Properties in the microversions below `version`. */
export const allBefore = <Properties extends TProperties>(
  version: string,
  properties: Properties,
): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, before(version, schema)]),
  ) as Properties

/**
 * A shape that changed: today's, and for the versions below each one named what stood there before, newest change first.
 * Its type is today's shape: `lift` of the handler turns older bodies into it, and a view gives it.
 *
 * ```ts
 * swap: changed(Type.Integer(), ['2.75', Type.Union([Type.Integer(), Type.Literal('')])])
 * ```
 */
export const changed = <Newest extends TSchema>(
  newest: Newest,
  ...older: readonly (readonly [string, TSchema])[]
) => {
  const members = older.map(([end, schema], index) => {
    const start = older[index + 1]?.[0]
    return before(end, start === undefined ? schema : since(start, schema))
  })
  const [latest] = older[0] ?? []
  const today = latest === undefined ? newest : since(latest, newest)
  return Type.Unsafe<Static<Newest>>({ anyOf: [today, ...members] })
}

/** A property of a reply for callers who are allowed `rule` on their own project. */
export const shownTo = <Schema extends TSchema>(rule: string, schema: Schema) =>
  Type.Optional(noted(schema, { shownTo: rule }))
