import { exact } from '@nimbo/operation/content'
import { before, since } from '@nimbo/operation/windows'
import { type Static, type TObject, type TProperties, Type } from 'typebox'

/** A number as digits: how many items to list, or to skip. */
export const digits = Type.Optional(Type.String({ pattern: '^[0-9]*$' }))

/** A text parameter. */
export const text = Type.Optional(Type.String())

/** A query that refuses unknown parameters since 2.75; before, they were ignored. */
export const strictFrom275 = <Properties extends TProperties>(properties: Properties) =>
  strictFrom('2.75', properties)

/** A query that refuses unknown parameters since a version. */
export const strictFrom = <Properties extends TProperties>(version: string, properties: Properties) =>
  Type.Unsafe<Static<TObject<Properties>>>({
    anyOf: [since(version, Type.Object(properties, exact)), before(version, Type.Object(properties))],
  })
