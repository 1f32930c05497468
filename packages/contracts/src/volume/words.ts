import { exact, nullable, view } from '@nimbo/operation/content'
import { changed, since } from '@nimbo/operation/windows'
import { type TObjectOptions, type TProperties, Type } from 'typebox'

export const Uuid = Type.String({ format: 'uuid' })

/** Text in a body that may be null or absent. */
export const OptionalText = Type.Optional(nullable(Type.String({ maxLength: 255 })))

/** An id that may be null or absent. */
export const OptionalUuid = Type.Optional(nullable(Uuid))

/** An object whose unknown keys are refused. */
export const strict = <Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
) => Type.Object(properties, { ...options, ...exact })

/** An object whose unknown keys are refused since 3.53; earlier versions ignore them. */
export const strictSince353 = <Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
) => changed(strict(properties, options), ['3.53', Type.Object(properties, options)])

/** User-defined pairs. */
export const Metadata = Type.Record(
  Type.String({ pattern: '^[a-zA-Z0-9-_:. /]{1,255}$' }),
  Type.String({ maxLength: 255 }),
  exact,
)

/** Pairs in replies. */
export const Pairs = Type.Record(Type.String(), Type.String())

/** A flag as Python's clients write it. */
const flags = [
  ...['True', 'TRUE', 'true', '1', 'ON', 'On', 'on', 'YES', 'Yes', 'yes', 'y', 't'],
  ...['False', 'FALSE', 'false', '0', 'OFF', 'Off', 'off', 'NO', 'No', 'no', 'n', 'f'],
]
export const FlagLike = Type.Union([Type.Boolean(), Type.Enum(flags)])

/** A value of a query that is read as text. */
export const text = Type.Optional(Type.String())

/** Properties that exist from a microversion on. */
export const allFrom = <Properties extends TProperties>(
  version: string,
  properties: Properties,
): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, since(version, schema)]),
  ) as Properties

/** The parameters of all lists: which page, in which order, and whether of all projects. */
export const paging = {
  limit: text,
  offset: text,
  marker: text,
  sort: text,
  sort_key: text,
  sort_dir: text,
  all_tenants: text,
}

export const Links = Type.Array(view({ rel: Type.String(), href: Type.String() }))

/** The link to the next page; present only for a full page that was requested with a limit. */
export const NextLink = Type.Optional(Type.Array(view({ rel: Type.Literal('next'), href: Type.String() })))
