import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** The first violation in an input; `undefined` when it is valid. */
export type InputCheck = (input: unknown) => { path: string; problem: string } | undefined

/** Validates against a schema that is compiled at first use, since most processes serve few interfaces. */
export const inputCheck = (schema: TSchema): InputCheck => {
  let validator: Validator | undefined
  return (input) => {
    validator ??= Compile(schema)
    if (validator.Check(input)) return undefined
    const [first] = validator.Errors(input)
    return { path: first?.instancePath ?? '', problem: first?.message ?? 'does not match the schema' }
  }
}
