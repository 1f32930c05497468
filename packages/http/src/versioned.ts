import { setOwn } from '@nimbo/kernel/set-own'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { Static, TSchema } from 'typebox'

interface OlderShape {
  /** The first version that has the newer shape. */
  readonly before: Microversion
  readonly schema: TSchema
  lift(body: unknown): unknown
}

/** A request body whose shape changed over microversions; handlers see the newest alone. */
export interface VersionedSchema<Newest extends TSchema> {
  readonly newest: Newest
  /** Newest first. */
  readonly older: readonly OlderShape[]
  /**
   * Bodies of versions below `version` have the shape `schema`; `lift` turns one into the next newer shape. Declare from
   * the newest change to the oldest.
   */
  before<Older extends TSchema>(
    version: string,
    schema: Older,
    lift: (body: Static<Older>) => unknown,
  ): VersionedSchema<Newest>
}

/** Begins a {@link VersionedSchema} with today's shape. */
export const versioned = <Newest extends TSchema>(newest: Newest): VersionedSchema<Newest> =>
  extend(newest, [])

const extend = <Newest extends TSchema>(
  newest: Newest,
  older: readonly OlderShape[],
): VersionedSchema<Newest> => ({
  newest,
  older,
  before: (version, schema, lift) =>
    extend(newest, [
      ...older,
      { before: microversion(version), schema, lift: lift as (body: unknown) => unknown },
    ]),
})

/** The schema that bodies of `version` must satisfy. */
export const schemaAt = (body: VersionedSchema<TSchema>, version: Microversion): TSchema =>
  body.older.findLast((shape) => version < shape.before)?.schema ?? body.newest

/** A valid body of `version` in today's shape. */
export const liftFrom = (body: VersionedSchema<TSchema>, version: Microversion, value: unknown): unknown =>
  body.older
    .filter((shape) => version < shape.before)
    .reduceRight((lifted, shape) => shape.lift(lifted as never), value)

/**
 * Turns today's view into the one of an older version: each entry takes back what its version brought, by a function, or by
 * the names that were not there before.
 *
 * ```ts
 * const lowerServer = lowered<ServerView>(['2.98', imageBefore298], ['2.63', ['trusted_image_certificates']])
 * ```
 * Entries go from the newest to the oldest. Names are left out last, all at once: a list of a thousand servers is lowered
 * through a dozen versions.
 */
export const lowered = <View extends object>(
  ...changes: readonly (readonly [string, Lowering<View>])[]
): ((view: View, version: Microversion) => object) => {
  const steps = changes.map(([since, lowering]) => ({ since: microversion(since), lowering }))
  const toVersion = (version: Microversion): ((view: View) => object) => {
    const passed = steps.flatMap(({ since, lowering }) => (version < since ? [lowering] : []))
    const functions = passed.filter((lowering) => typeof lowering === 'function')
    const names = new Set<string>(
      passed.flatMap((lowering) => (typeof lowering === 'function' ? [] : lowering)),
    )
    return (view) =>
      without(
        functions.reduce<object>((older, lower) => lower(older as View), view),
        names,
      )
  }
  const known = new Map<Microversion, (view: View) => object>()
  return (view, version) => {
    const lower = known.get(version) ?? toVersion(version)
    known.set(version, lower)
    return lower(view)
  }
}

type Lowering<View> = readonly (keyof View & string)[] | ((view: View) => object)

const without = (view: object, names: ReadonlySet<string>): object => {
  if (names.size === 0) return view
  const older: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(view)) if (!names.has(name)) setOwn(older, name, value)
  return older
}
