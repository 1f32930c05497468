import { accepted, literal, refused, textType, type ValueType } from '@nimbo/resource/describe/value-type'
import { type TString, Type } from 'typebox'

/** Text validated by a schema with the body. */
export const textLike = (schema: TString): ValueType<string, 'text'> =>
  textType(
    (given) =>
      typeof given === 'string' ? accepted(given) : refused(`${literal(given)} is not a valid string`),
    schema,
  )

/** Keystone's ids are 32 hexadecimal digits; some are chosen by operators. */
export const id = textLike(Type.String({ minLength: 1, maxLength: 64 }))

/** Non-empty text. */
export const words = (maxLength = 255) => textLike(Type.String({ minLength: 1, maxLength }))
