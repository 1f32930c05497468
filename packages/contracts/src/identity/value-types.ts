import { accepted, literal, refused, textType, type ValueType } from '@nimbo/resource/describe/value-type'
import { type TString, Type } from 'typebox'

/** Text of the form that a schema asks for, which is checked with the body it comes in. */
export const textLike = (schema: TString): ValueType<string, 'text'> =>
  textType(
    (given) =>
      typeof given === 'string' ? accepted(given) : refused(`${literal(given)} is not a valid string`),
    schema,
  )

/** Identity's own ids are 32 hexadecimal digits; some are what operators chose. */
export const id = textLike(Type.String({ minLength: 1, maxLength: 64 }))

/** A word or a sentence that must not be empty. */
export const words = (maxLength = 255) => textLike(Type.String({ minLength: 1, maxLength }))
