import type { TSchema } from 'typebox'

const notes: Readonly<Record<string, string>> = {
  since: 'x-since',
  before: 'x-before',
  shownTo: 'x-shown-to',
  checkedByHandler: 'x-checked-by-handler',
}

/** A schema in OpenAPI 3.1's dialect; our notes become extensions. */
export const jsonSchemaOf = (schema: TSchema): unknown => plain(schema)

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const isNote = (typeof one === 'string' || one === true) && Object.hasOwn(notes, name)
      return [isNote ? (notes[name] ?? name) : name, plain(one)]
    }),
  )
}
