import type { TSchema } from 'typebox'
import { type Microversion, microversion } from './microversion.ts'
import type { Notes } from './windows.ts'

/** The parts of a JSON Schema that this package looks into; schemas are plain objects, whoever made them. */
export interface SchemaParts extends Notes {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

/** A schema as what it is on the wire. */
export const partsOf = (schema: TSchema): SchemaParts => schema

/** Whether a version lies in the window a schema is noted with; one without notes is in all versions. */
export const isIn = ({ since, before }: Notes, version: Microversion): boolean =>
  (since === undefined || version >= microversion(since)) &&
  (before === undefined || version < microversion(before))

/** The schemas directly inside one. */
export const innerSchemas = (schema: TSchema): readonly TSchema[] => {
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = partsOf(schema)
  return [
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...(items === undefined ? [] : [items]),
    ...anyOf,
  ]
}
