import type { Json, JsonObject } from '@nimbo/kernel/json'

/** QEMU said something of another form than its documentation has it. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
}

const refuse = (wanted: string, what: string, value: Json | undefined): never => {
  throw new NotUnderstood(`${what} is no ${wanted}: ${JSON.stringify(value)}`)
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** Each of these gives a value of what QEMU said as the type it is documented with, or throws {@link NotUnderstood}. */
export const read = {
  object: (value: Json | undefined, what: string): JsonObject =>
    isObject(value) ? value : refuse('object', what, value),
  list: (value: Json | undefined, what: string): readonly Json[] =>
    isList(value) ? value : refuse('list', what, value),
  text: (value: Json | undefined, what: string): string =>
    typeof value === 'string' ? value : refuse('text', what, value),
  number: (value: Json | undefined, what: string): number =>
    typeof value === 'number' ? value : refuse('number', what, value),
  flag: (value: Json | undefined, what: string): boolean =>
    typeof value === 'boolean' ? value : refuse('flag', what, value),
}
