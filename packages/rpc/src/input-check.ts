import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** What is wrong with an input, as the first violation found; `undefined` when nothing is. */
export type InputCheck = (input: unknown) => { path: string; problem: string } | undefined

/** A check against a schema, compiled when first used: most processes serve few of the interfaces they know. */
export const inputCheck = (schema: TSchema): InputCheck => {
  let validator: Validator | undefined
  return (input) => {
    validator ??= Compile(schema)
    if (validator.Check(input)) return undefined
    const [first] = validator.Errors(input)
    return { path: first?.instancePath ?? '', problem: first?.message ?? 'does not match the schema' }
  }
}
