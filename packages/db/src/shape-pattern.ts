import { isStructure, isValue, itemsOf, Placeholder, SpelledOut, type Structure } from './parameter-shape.ts'

/** The result of `placeholdersFor`, prepared for comparison. */
export type Pattern = Placeholder | SpelledOut | boolean | null | readonly Pattern[] | StructurePattern

export class StructurePattern {
  readonly names: readonly string[]
  readonly parts: readonly Pattern[]

  constructor(placeholders: Structure) {
    this.names = Object.keys(placeholders)
    this.parts = Object.values(placeholders).map(patternOf)
  }
}

const patternOf = (placeholders: unknown): Pattern => {
  if (Array.isArray(placeholders)) return placeholders.map(patternOf)
  return isStructure(placeholders) ? new StructurePattern(placeholders) : (placeholders as Pattern)
}

/** The parameters of a query for what `prepared` was called with; undefined if that is of another shape than the query was built for. */
export type ParametersOf = (given: object) => readonly unknown[] | undefined

/**
 * Matches what has the same shape: the same keys, nulls, booleans and list lengths. `wanted` are the parameters that the query was
 * compiled with: placeholders, as often and in the order that it uses them, and values of its own.
 */
export const matcherOf = (pattern: StructurePattern, wanted: readonly unknown[]): ParametersOf => {
  const fill = fillerOf(wanted)
  return (given) => {
    const values: unknown[] = []
    return fitsStructure(given as Structure, pattern, values) ? fill(values) : undefined
  }
}

/** Most queries use each value once and in order, so no rearranging is needed. */
const fillerOf = (wanted: readonly unknown[]): ((values: readonly unknown[]) => readonly unknown[]) => {
  const isPosition = (parameter: unknown, index: number) =>
    parameter instanceof Placeholder && parameter.position === index
  const asGiven = wanted.every(isPosition)
  return (values) => {
    if (asGiven && values.length === wanted.length) return values
    const filled: unknown[] = []
    for (const one of wanted) filled.push(one instanceof Placeholder ? values[one.position] : one)
    return filled
  }
}

const fitsStructure = (part: Structure, { names, parts }: StructurePattern, values: unknown[]): boolean => {
  let seen = 0
  for (const name of Object.keys(part)) {
    const value = part[name]
    if (value === undefined) continue
    const pattern = parts[seen]
    if (name !== names[seen] || pattern === undefined) return false
    // Most are text or numbers, which is decided here.
    if (pattern instanceof Placeholder && (typeof value === 'string' || typeof value === 'number'))
      values.push(value)
    else if (!fits(value, pattern, values)) return false
    seen += 1
  }
  return seen === names.length
}

const fits = (part: unknown, pattern: Pattern, values: unknown[]): boolean => {
  if (pattern instanceof Placeholder) {
    if (!isValue(part)) return false
    values.push(part)
    return true
  }
  if (pattern instanceof StructurePattern) return isStructure(part) && fitsStructure(part, pattern, values)
  if (pattern instanceof SpelledOut) return part instanceof SpelledOut && Object.is(part.value, pattern.value)
  if (pattern === null || typeof pattern === 'boolean') return part === pattern
  if (!Array.isArray(part)) return false
  const items = itemsOf(part)
  return (
    items.length === pattern.length &&
    items.every((item, index) => fits(item, pattern[index] as Pattern, values))
  )
}
