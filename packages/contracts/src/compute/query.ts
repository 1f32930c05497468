import { exact } from '@nimbo/operation/content'
import { before, since } from '@nimbo/operation/windows'
import { type Static, type TObject, type TProperties, Type } from 'typebox'

/** A text parameter. */
export const text = Type.Optional(Type.String())

/** A query that refuses unknown parameters since 2.75; before, they were ignored. */
export const strictFrom275 = <Properties extends TProperties>(properties: Properties) =>
  Type.Unsafe<Static<TObject<Properties>>>({
    anyOf: [since('2.75', Type.Object(properties, exact)), before('2.75', Type.Object(properties))],
  })
