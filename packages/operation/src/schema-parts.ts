import type { TSchema } from 'typebox'
import { type Microversion, microversion } from './microversion.ts'
import type { Notes } from './windows.ts'

/** The JSON Schema keywords used here; schemas are plain objects. */
export interface SchemaParts extends Notes {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

/** A schema seen as JSON Schema. */
export const partsOf = (schema: TSchema): SchemaParts => schema

/** Whether a version lies in the schema's window; without notes always. */
export const isIn = ({ since, before }: Notes, version: Microversion): boolean =>
  (since === undefined || version >= microversion(since)) &&
  (before === undefined || version < microversion(before))

/** The direct subschemas. */
export const innerSchemas = (schema: TSchema): readonly TSchema[] => {
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = partsOf(schema)
  return [
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...(items === undefined ? [] : [items]),
    ...anyOf,
  ]
}
