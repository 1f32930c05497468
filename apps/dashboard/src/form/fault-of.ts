import { isItem, type Item } from '../panel/item.ts'
import { plainOf, type Property } from './property.ts'

/** A validation error: the translation key (`shell.form.<word>`) and its parameters. */
export interface FieldFault {
  readonly word: string
  readonly values?: Readonly<Record<string, string | number>>
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const ofText = (text: string, schema: Item): FieldFault | undefined => {
  const { minLength, maxLength, pattern, format, allOf } = schema
  if (typeof minLength === 'number' && text.length < minLength)
    return { word: 'tooShort', values: { least: minLength } }
  if (typeof maxLength === 'number' && text.length > maxLength)
    return { word: 'tooLong', values: { most: maxLength } }
  if (typeof pattern === 'string' && !matches(pattern, text)) return { word: 'pattern' }
  if (format === 'uuid' && !/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text))
    return { word: 'uuid' }
  const further = Array.isArray(allOf) ? allOf.filter(isItem) : []
  return further.map((one) => ofText(text, one)).find((fault) => fault !== undefined)
}

/** A pattern that is not valid in JavaScript is left to the service to check. */
const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

const ofNumber = (value: number, { type, minimum, maximum }: Item): FieldFault | undefined => {
  if (Number.isNaN(value) || (type === 'integer' && !Number.isInteger(value))) return { word: 'number' }
  if (typeof minimum === 'number' && value < minimum) return { word: 'tooSmall', values: { least: minimum } }
  if (typeof maximum === 'number' && value > maximum) return { word: 'tooLarge', values: { most: maximum } }
  return undefined
}

/** Validates a value against the contract's schema; undefined if it is valid. */
export const faultOf = ({ schema }: Property, required: boolean, value: unknown): FieldFault | undefined => {
  if (isEmpty(value)) return required ? { word: 'required' } : undefined
  const plain = plainOf(schema)
  if (typeof value === 'number') return ofNumber(value, plain)
  return typeof value === 'string' ? ofText(value, plain) : undefined
}
