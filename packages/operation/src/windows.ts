import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** What a schema may say of itself besides its shape: in which versions it exists, and who is shown it. */
export interface Notes {
  /** The first version that has it. */
  readonly since?: string
  /** The first version that has it no longer. */
  readonly before?: string
  /** The rule that policy must allow on the caller's own project for a reply to show it. */
  readonly shownTo?: string
  /** The API does not check it: the handler does. */
  readonly checkedByHandler?: true
}

/** A copy of a schema with notes; what TypeBox keeps hidden in a schema (whether it is optional) is kept. */
export const noted = <Schema extends TSchema>(schema: Schema, notes: Notes): Schema =>
  Object.assign(Object.create(null, Object.getOwnPropertyDescriptors(schema)), notes) as Schema

/**
 * A property, or a member of a union, that exists from a microversion on. A body of an older version that carries it is
 * judged as if it were unknown; a reply of an older version leaves it out.
 *
 * ```ts
 * Type.Object({ name: Name, tags: since('2.26', Type.Array(Tag)) }, exact)
 * ```
 */
export const since = <Schema extends TSchema>(version: string, schema: Schema): Schema =>
  noted(schema, { since: version })

/** A property, or a member of a union, that existed in the microversions below `version`. */
export const before = <Schema extends TSchema>(version: string, schema: Schema): Schema =>
  noted(schema, { before: version })

/** Properties that existed, all of them, in the microversions below `version`. */
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

/** A property of a reply that only those see whom policy allows `rule` on their own project. */
export const shownTo = <Schema extends TSchema>(rule: string, schema: Schema) =>
  Type.Optional(noted(schema, { shownTo: rule }))
