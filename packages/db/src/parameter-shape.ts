import { ofFewLengths } from './list-lengths.ts'

/** Stands for a value while a query is built: the value at `position` of those given. */
export class Placeholder {
  readonly position: number

  constructor(position: number) {
    this.position = position
  }

  /** Whoever calculates with it, or writes it into text, would build the query of one value. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('the values of parameters are not known when a query is built')
  }
}

/** A number that the query spells out, such as a limit: it decides how the query reads. */
export class SpelledOut {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

type Structure = Readonly<Record<string, unknown>>

/** Null is compared with other words than values are, and truth is mostly an option of a query. */
const isPartOfShape = (part: unknown): boolean => part === null || typeof part === 'boolean'

/** Bytes and instants are objects too, but values. */
const isStructure = (part: unknown): part is Structure => {
  if (typeof part !== 'object' || part === null) return false
  const prototype: unknown = Object.getPrototypeOf(part)
  return prototype === Object.prototype || prototype === null
}

/** Lists of structures are rows to insert, others are there to look values up in. */
const itemsOf = (list: readonly unknown[]): readonly unknown[] =>
  isStructure(list[0]) ? list : ofFewLengths(list)

/** The same parameters with a placeholder for each value, numbered as they come. What is undefined counts as not there. */
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

/** What `placeholdersFor` gives, ready to be compared with. */
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

/** Gives the values of parameters of one shape, in the order of their placeholders, and undefined of all others. */
export type ValuesOf = (parameters: object) => readonly unknown[] | undefined

/** Tells parameters like those that `placeholders` were made for: the same is there, is null or true, and is as long. */
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

/** Most values are text or numbers, which need no further look. */
const isValue = (part: unknown): boolean => {
  if (typeof part === 'string' || typeof part === 'number') return true
  return !(isPartOfShape(part) || part instanceof SpelledOut || Array.isArray(part) || isStructure(part))
}
