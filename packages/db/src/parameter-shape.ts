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

export type Structure = Readonly<Record<string, unknown>>

/** Null and booleans change the query itself. */
const isPartOfShape = (part: unknown): boolean => part === null || typeof part === 'boolean'

/** Bytes and dates are objects but count as values. */
export const isStructure = (part: unknown): part is Structure => {
  if (typeof part !== 'object' || part === null) return false
  const prototype: unknown = Object.getPrototypeOf(part)
  return prototype === Object.prototype || prototype === null
}

/** A list of structures is rows to insert; other lists are for `in (…)`. */
export const itemsOf = (list: readonly unknown[]): readonly unknown[] =>
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

/** Most parameters are text or numbers, which are decided fast. */
export const isValue = (part: unknown): boolean => {
  if (typeof part === 'string' || typeof part === 'number') return true
  return !(isPartOfShape(part) || part instanceof SpelledOut || Array.isArray(part) || isStructure(part))
}
