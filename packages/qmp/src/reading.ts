import type { Json, JsonObject } from '@nimbo/kernel/json'

/** QEMU's message does not have its documented form. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
}

const refuse = (wanted: string, what: string, value: Json | undefined): never => {
  throw new NotUnderstood(`${what} is no ${wanted}: ${JSON.stringify(value)}`)
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** Read values of QEMU's messages with their documented types, or throw {@link NotUnderstood}. */
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
