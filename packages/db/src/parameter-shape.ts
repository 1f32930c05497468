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

/** Parameters taken apart: what decides how a query reads, and what is only filled in. */
export interface TakenApart {
  readonly shape: string
  readonly values: readonly unknown[]
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

/** Takes parameters apart. What is undefined counts as not there. */
export const takeApart = (parameters: object): TakenApart => {
  const values: unknown[] = []
  const shapeOf = (part: unknown): string => {
    if (isPartOfShape(part)) return String(part)
    if (part instanceof SpelledOut) return `=${part.value}`
    if (Array.isArray(part)) return `[${itemsOf(part).map(shapeOf).join()}]`
    if (isStructure(part)) return shapeOfStructure(part)
    values.push(part)
    return '?'
  }
  const shapeOfStructure = (part: Structure): string => {
    let shape = '{'
    for (const name of Object.keys(part))
      if (part[name] !== undefined) shape += `${name}:${shapeOf(part[name])},`
    return `${shape}}`
  }
  return { shape: shapeOfStructure(parameters as Structure), values }
}

/** The same parameters with a placeholder for each value, numbered in the order in which `takeApart` gives the values. */
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

const isFlat = (part: unknown): boolean => typeof part === 'string' || typeof part === 'number'

/** The names of parameters that are all text or numbers: most are, and they need no taking apart. */
export const flatNames = (parameters: object): readonly string[] | undefined =>
  Object.values(parameters).every(isFlat) ? Object.keys(parameters) : undefined

/** The values of parameters that are flat and have these very names, in this order; undefined of all others. */
export const flatValues = (parameters: object, names: readonly string[]): readonly unknown[] | undefined => {
  const given = Object.keys(parameters)
  if (given.length !== names.length) return undefined
  const values: unknown[] = []
  for (const name of given) {
    const value = (parameters as Structure)[name]
    if (name !== names[values.length] || !isFlat(value)) return undefined
    values.push(value)
  }
  return values
}
