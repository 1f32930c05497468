import { isItem } from '../panel/item.ts'

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isItem(value) && Object.keys(value).length === 0)

/** Values by name, without empty ones, which mean something else in a template. */
export const filledValues = (
  pairs: readonly (readonly [string | undefined, unknown])[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    pairs.flatMap(([name, value]) => (name === undefined || isNothing(value) ? [] : [[name, value]])),
  )

/** A valid resource name for templates: letters, digits and underscores. */
export const templateName = (name: string): string => {
  const plain = name.replaceAll(/\W+/g, '_').replace(/^(?=\d)/, '_')
  return plain === '' || plain === '_' ? 'this' : plain
}
