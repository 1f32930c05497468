import { ofFewLengths } from './list-lengths.ts'

/** Stands for the parameter at `position` while a query is built. */
export class Placeholder {
  readonly position: number

  constructor(position: number) {
    this.position = position
  }

  /** Arithmetic or string concatenation would put one value into the query, so it throws. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('the values of parameters are not known when a query is built')
  }
}

/** A number that becomes a literal in the query, such as a limit, and so is part of its shape. */
export class SpelledOut {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

type Structure = Readonly<Record<string, unknown>>

/** Null and booleans change the query itself. */
const isPartOfShape = (part: unknown): boolean => part === null || typeof part === 'boolean'

/** Bytes and dates are objects but count as values. */
const isStructure = (part: unknown): part is Structure => {
  if (typeof part !== 'object' || part === null) return false
  const prototype: unknown = Object.getPrototypeOf(part)
  return prototype === Object.prototype || prototype === null
}

/** A list of structures is rows to insert; other lists are for `in (…)`. */
const itemsOf = (list: readonly unknown[]): readonly unknown[] =>
  isStructure(list[0]) ? list : ofFewLengths(list)

/** The parameters with numbered placeholders instead of values. Undefined counts as missing. */
export const placeholdersFor = <Parameters extends object>(parameters: Parameters): Parameters => {
  let position = 0
  const standIn = (part: unknown): unknown => {
    if (isPartOfShape(part) || part instanceof SpelledOut) return part
    if (Array.isArray(part)) return itemsOf(part).map(standIn)
    if (isStructure(part)) return standInForStructure(part)
    const placeholder = new Placeholder(position)
    position += 1
    return placeholder
  }
  const standInForStructure = (part: Structure): Structure =>
    Object.fromEntries(
      Object.entries(part)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, standIn(value)]),
    )
  return standInForStructure(parameters as Structure) as Parameters
}

/** The result of `placeholdersFor`, prepared for comparison. */
type Pattern = Placeholder | SpelledOut | boolean | null | readonly Pattern[] | StructurePattern

class StructurePattern {
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

/** Returns the values of parameters with the same shape, in placeholder order; undefined for other shapes. */
export type ValuesOf = (parameters: object) => readonly unknown[] | undefined

/** Matches parameters with the same shape: the same keys, nulls, booleans and list lengths. */
export const valuesLike = (placeholders: object): ValuesOf => {
  const pattern = new StructurePattern(placeholders as Structure)
  return (parameters) => {
    const values: unknown[] = []
    return fitsStructure(parameters as Structure, pattern, values) ? values : undefined
  }
}

const fitsStructure = (part: Structure, { names, parts }: StructurePattern, values: unknown[]): boolean => {
  let seen = 0
  for (const name of Object.keys(part)) {
    const value = part[name]
    if (value === undefined) continue
    if (name !== names[seen] || !fits(value, parts[seen] as Pattern, values)) return false
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

/** Most parameters are text or numbers, which are decided fast. */
const isValue = (part: unknown): boolean => {
  if (typeof part === 'string' || typeof part === 'number') return true
  return !(isPartOfShape(part) || part instanceof SpelledOut || Array.isArray(part) || isStructure(part))
}
