import { accepted, refused, type ValueType } from '@nimbo/resource/describe/value-type'
import { Pairs } from './words.ts'

export type Texts = Readonly<Record<string, string>>

const isTexts = (given: unknown): given is Texts =>
  typeof given === 'object' && given !== null && Object.values(given).every((one) => typeof one === 'string')

/** A map of strings. */
export const texts: ValueType<Texts, 'json'> = {
  schema: Pairs,
  column: 'json',
  nullable: false,
  accept: (given) => (isTexts(given) ? accepted(given) : refused('not texts by name')),
}
