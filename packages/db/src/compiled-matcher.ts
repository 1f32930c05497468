import { isOfItsOwn, ofFewLengths } from './list-lengths.ts'
import { isValue, Placeholder, SpelledOut } from './parameter-shape.ts'
import { generalMatcher, type ParametersOf, type Pattern, StructurePattern } from './shape-pattern.ts'

/** A function of more parts would take more memory than it is worth. */
const mostParts = 200

/**
 * Does what `generalMatcher` does, by a function compiled for one pattern. The general one is given objects of all kinds, so the
 * JavaScript engine searches each for each property by its name; objects that a compiled one is given are all alike, so that the
 * engine knows where in them a property is. What is unusual (undefined properties, holes in lists) is left to the general one.
 * Undefined for a pattern of too many parts.
 */
export const compiledMatcher = (
  pattern: StructurePattern,
  wanted: readonly unknown[],
): ParametersOf | undefined => {
  const lines = new MatcherLines()
  lines.structure('given', pattern)
  if (lines.parts > mostParts) return undefined
  const parameters = wanted.map((one) => (one instanceof Placeholder ? valueAt(one) : lines.constant(one)))
  const code = `return (given) => {\n${lines.written.join('\n')}\nreturn [${parameters.join(', ')}]\n}`
  const seen = { ...known, inGeneral: generalMatcher(pattern, wanted), constants: lines.constants }
  return new Function(...Object.keys(seen), code)(...Object.values(seen)) as ParametersOf
}

/** What the code may call, by its name there. */
const known = {
  keysOf: Object.keys,
  prototypeOf: Object.getPrototypeOf,
  ordinary: Object.prototype,
  isArray: Array.isArray,
  isSame: Object.is,
  ofFewLengths,
  isValue,
  SpelledOut,
}

const valueAt = ({ position }: Placeholder): string => `value${position}`

const doesNotFit = 'return undefined'
const isUnusual = 'return inGeneral(given)'

/** The code of a matcher up to the point where everything fits, and each value has a name. */
class MatcherLines {
  readonly written: string[] = []
  /** What the code is given as it is, rather than as text. */
  readonly constants: unknown[] = []
  parts = 0

  constant(value: unknown): string {
    return `constants[${this.constants.push(value) - 1}]`
  }

  structure(object: string, { names, parts }: StructurePattern): void {
    const keys = this.#named(`keysOf(${object})`)
    // Undefined properties count as missing, so others may have more keys and yet fit; but none that has fewer.
    this.#unless(`${keys}.length <= ${names.length}`, isUnusual)
    this.#unless(`${keys}.length === ${names.length}`, doesNotFit)
    for (const [index, name] of names.entries())
      this.#unless(`${keys}[${index}] === ${JSON.stringify(name)}`, doesNotFit)
    for (const [index, part] of parts.entries())
      this.#part(`${object}[${JSON.stringify(names[index])}]`, part, doesNotFit)
  }

  /** A list to look values up in may stand for the longer one that `ofFewLengths` makes of it. */
  #list(list: string, parts: readonly Pattern[]): void {
    this.#unless(`isArray(${list})`, doesNotFit)
    const isAsGiven = parts[0] instanceof StructurePattern || isOfItsOwn(parts.length)
    const items = isAsGiven ? list : this.#named(`ofFewLengths(${list})`)
    this.#unless(`${items}.length === ${parts.length}`, doesNotFit)
    for (const [index, part] of parts.entries()) this.#part(`${items}[${index}]`, part, isUnusual)
  }

  #part(source: string, pattern: Pattern | undefined, ifUndefined: string): void {
    // A list with holes has parts that are undefined; to compile these is not worth it either.
    this.parts += pattern === undefined ? mostParts + 1 : 1
    if (pattern === undefined || this.parts > mostParts) return
    if (pattern instanceof Placeholder) {
      const value = valueAt(pattern)
      this.written.push(`const ${value} = ${source}`)
      // Most are text or numbers, which is decided here.
      this.written.push(`if (typeof ${value} !== 'string' && typeof ${value} !== 'number') {`)
      this.#unless(`${value} !== undefined`, ifUndefined)
      this.#unless(`isValue(${value})`, doesNotFit)
      this.written.push('}')
      return
    }
    const part = this.#named(source)
    this.#unless(`${part} !== undefined`, ifUndefined)
    if (pattern === null || typeof pattern === 'boolean') this.#unless(`${part} === ${pattern}`, doesNotFit)
    else if (pattern instanceof SpelledOut) this.#spelledOut(part, pattern)
    else if (pattern instanceof StructurePattern) this.#innerStructure(part, pattern)
    else this.#list(part, pattern)
  }

  #spelledOut(part: string, { value }: SpelledOut): void {
    this.#unless(
      `${part} instanceof SpelledOut && isSame(${part}.value, ${this.constant(value)})`,
      doesNotFit,
    )
  }

  #innerStructure(part: string, pattern: StructurePattern): void {
    this.#unless(`typeof ${part} === 'object' && ${part} !== null`, doesNotFit)
    const prototype = this.#named(`prototypeOf(${part})`)
    this.#unless(`${prototype} === ordinary || ${prototype} === null`, doesNotFit)
    this.structure(part, pattern)
  }

  /** Says what to do unless `condition` is true. */
  #unless(condition: string, otherwise: string): void {
    this.written.push(`if (!(${condition})) ${otherwise}`)
  }

  /** Gives an expression's value a name. */
  #named(expression: string): string {
    const name = `part${this.written.length}`
    this.written.push(`const ${name} = ${expression}`)
    return name
  }
}
