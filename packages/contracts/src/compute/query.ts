import { exact } from '@nimbo/operation/content'
import { before, since } from '@nimbo/operation/windows'
import { type Static, type TObject, type TProperties, Type } from 'typebox'

/** A value of a query that is read as text. */
export const text = Type.Optional(Type.String())

/** A query that refuses names it does not know from 2.75 on; before, it passed over them. */
export const strictFrom275 = <Properties extends TProperties>(properties: Properties) =>
  Type.Unsafe<Static<TObject<Properties>>>({
    anyOf: [since('2.75', Type.Object(properties, exact)), before('2.75', Type.Object(properties))],
  })
