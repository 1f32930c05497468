import { type TSchema, Type } from 'typebox'
import type { Kind } from './kind.ts'
import { tagFilters } from './list-query.ts'

const Text = Type.Union([Type.String(), Type.Array(Type.String())])

/** The schema of a list request: filters (any of several values), sorting and pagination. */
export const listSchema = (
  { attributes, filters }: Kind,
  aliases: Readonly<Record<string, string>>,
): TSchema => {
  const filterable = [
    ...Object.entries(attributes).flatMap(([name, { options }]) =>
      options.filter === false || options.shown === false ? [] : [name],
    ),
    ...Object.keys(filters),
    ...Object.keys(aliases),
    ...('tags' in attributes ? tagFilters : []),
  ]
  return Type.Object({
    ...Object.fromEntries(filterable.map((name) => [name, Type.Optional(Text)])),
    fields: Type.Optional(Text),
    sort_key: Type.Optional(Text),
    sort_dir: Type.Optional(Text),
    limit: Type.Optional(Type.Integer({ minimum: 0 })),
    marker: Type.Optional(Type.String()),
    page_reverse: Type.Optional(Type.Boolean()),
  })
}
